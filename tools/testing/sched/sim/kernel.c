// SPDX-License-Identifier: GPL-2.0
/*
 * A slice as the engine uses it: the machine in the kernel's own structures, load
 * tracking by the kernel's own functions, and of load balance as much as the
 * choice of a CPU depends on.  Included at the end of each slice of fair.c.
 */
#include "sim.h"

#undef select_idle_sibling

#ifdef HAS_sched_domain_last_decay_max_lb_cost
#define decay_stamp	last_decay_max_lb_cost
#else
#define decay_stamp	next_decay_max_lb_cost
#endif

static const struct sim_hooks *hook;
static bool sim_oracle;
static bool sim_free;
static bool sim_overload;
static unsigned int sim_looked;
static u8 sim_claims[MODEL_MAX_CPUS];
static const struct sched_class *const sim_class = (const void *)&sim_class;

/* --- What the stubs ask for ------------------------------------------------------ */

void slice_bug(const char *file, int line, const char *what)
{
	fprintf(stderr, "%s:%d: %s\n", file, line, what);
	abort();
}

unsigned long long slice_clock(void)
{
	return hook->now();
}

void slice_enter(int phase)
{
}

void slice_leave(void)
{
}

/* While time passes others run.  What belongs to this CPU is put back after that. */
struct sim_context {
	unsigned int cpu;
	bool in_task;
	struct task_struct *curr;
	unsigned int looked;
};

static struct sim_context sim_enter(unsigned int cpu)
{
	struct sim_context c = { slice_this_cpu, slice_in_task, slice_current, sim_looked };

	slice_this_cpu = cpu;
	slice_current = per_cpu(runqueues, cpu).curr;
	slice_last_look = NO_LOOK;
	slice_irqs_off = true;
	slice_jiffies = 1000000 + hook->now() / TICK_NSEC;
	return c;
}

static struct sim_context sim_save(void)
{
	return (struct sim_context){ slice_this_cpu, slice_in_task, slice_current, sim_looked };
}

static void sim_restore(const struct sim_context *c)
{
	slice_this_cpu = c->cpu;
	slice_in_task = c->in_task;
	slice_current = c->curr;
	sim_looked = c->looked;
	slice_jiffies = 1000000 + hook->now() / TICK_NSEC;
}

void __slice_look(unsigned int cpu)
{
	struct sim_context c;

	slice_last_look = cpu;
	if (sim_free || cpu >= nr_cpu_ids || cpu == slice_this_cpu)
		return;
	sim_looked++;
	c = sim_save();
	hook->look(cpu);
	sim_restore(&c);
	slice_last_look = cpu;
}

/* Lines that CPUs share, by the 16 bytes that an address is in */
#define SIM_LINES	(1 << 16)
static struct {
	uintptr_t at;
	unsigned int line;
} sim_line[SIM_LINES];

static unsigned int sim_slot(uintptr_t at)
{
	unsigned int i = (at * 0x9e3779b97f4a7c15ULL) >> 48;

	while (sim_line[i].at && sim_line[i].at != at)
		i = (i + 1) % SIM_LINES;
	return i;
}

static void sim_share(void *p, size_t size, unsigned int cpu)
{
	uintptr_t at;
	unsigned int line = 0;

	for (at = 0; at < size; at += 16) {
		unsigned int i = sim_slot(((uintptr_t)p + at) / 16);

		/* The kernel's allocator puts each at the begin of a line. */
		if (at % L1_CACHE_BYTES == 0)
			line = hook->line(cpu);
		sim_line[i].at = ((uintptr_t)p + at) / 16;
		sim_line[i].line = line;
	}
}

void sim_touch(const volatile void *addr, bool write)
{
	unsigned int i, last = slice_last_look;
	struct sim_context c;

	if (sim_free || !hook)
		return;
	i = sim_slot((uintptr_t)addr / 16);
	if (!sim_line[i].at)
		return;
	c = sim_save();
	hook->touch(sim_line[i].line, write);
	sim_restore(&c);
	slice_last_look = last;
}

/* --- The machine ----------------------------------------------------------------- */

static struct sched_domain *sim_domain(const struct model_machine *m, unsigned int cpu,
				       const unsigned long *span, const unsigned long *local,
				       struct sched_domain *child)
{
	struct sched_domain *sd = hold(sizeof(*sd) + cpumask_size());
	struct sched_group *sg = hold(sizeof(*sg) + cpumask_size());

	bitmap_copy(cpumask_bits(sched_domain_span(sd)), span, m->nr_cpus);
	bitmap_copy(sg->cpumask, local, m->nr_cpus);
	sg->next = sg;
	sg->group_weight = bitmap_weight(local, m->nr_cpus);
	sd->groups = sg;
	sd->span_weight = bitmap_weight(span, m->nr_cpus);
	sd->child = child;
	if (child)
		child->parent = sd;
	return sd;
}

static void sim_domain_init(struct sched_domain *sd, int level, unsigned int cpu)
{
	for (; sd; sd = sd->parent, level++) {
		sd->level = level;
		sd->imbalance_pct = level || sd->span_weight > 8 ? 117 : 110;
		sd->min_interval = sd->span_weight;
		sd->max_interval = 2 * sd->span_weight;
		sd->balance_interval = sd->span_weight;
		sd->busy_factor = 16;
		sd->cache_nice_tries = 1;
		/* They do not balance all at once. */
		sd->last_balance = slice_jiffies -
			(cpu * 7919) % (sd->span_weight * sd->busy_factor);
		sd->flags |= SD_BALANCE_NEWIDLE | SD_WAKE_AFFINE;
	}
}

static void sim_domains(const struct sim_machine *m)
{
	static unsigned long *socket[MODEL_MAX_CPUS];
	const struct model_machine *mm = &m->c.m;
	unsigned long *all = hold_mask();
	unsigned int cpu, i;

	memset(socket, 0, sizeof(socket));
	for (cpu = 0; cpu < m->nr_cpus; cpu++) {
		i = mm->llc[cpu] / m->llcs;
		if (!socket[i])
			socket[i] = hold_mask();
		__set_bit(cpu, socket[i]);
		__set_bit(cpu, all);
	}
	for (cpu = 0; cpu < m->nr_cpus; cpu++) {
		struct sched_domain *llc = per_cpu(sd_llc, cpu), *sd = llc;
		struct rq *rq = &per_cpu(runqueues, cpu);
		unsigned long *span;

		i = mm->llc[cpu] / m->llcs;
		if (m->threads > 1 && sd && !(sd->flags & SD_SHARE_CPUCAPACITY)) {
			span = per_cpu(slice_smt_mask, cpu);
			rq->sd = sim_domain(mm, cpu, span, per_cpu(slice_cpumask_of, cpu), NULL);
			rq->sd->flags |= SD_SHARE_CPUCAPACITY;
			rq->sd->parent = llc;
			llc->child = rq->sd;
		}
		if (m->llcs > 1) {
			span = sd ? cpumask_bits(sched_domain_span(sd)) :
				per_cpu(slice_cpumask_of, cpu);
			sd = sim_domain(mm, cpu, socket[i], span, sd);
		}
		if (m->sockets > 1)
			sd = sim_domain(mm, cpu, all, socket[i], sd);
		if (!rq->sd)
			rq->sd = sd;
		sim_domain_init(rq->sd, 0, cpu);
	}
}

static void sim_setup(const struct sim_machine *m, const struct sim_hooks *h,
		      unsigned int features, unsigned int curve, bool oracle)
{
	unsigned int cpu;

	hook = NULL;
	sim_oracle = oracle;
	glue_machine(&m->c);
	set_features(features);
	sim_domains(m);
#ifdef HAS_sis_limit_init
	sis_curve = curve;
#endif
	hook = h;
	for (cpu = 0; cpu < m->nr_cpus; cpu++) {
		struct sched_domain_shared *sds = per_cpu(sd_llc_shared, cpu);
		struct rq *rq = &per_cpu(runqueues, cpu);

		rq->idle->flags |= PF_IDLE;
		rq->max_idle_balance_cost = 500000;
		rq->avg_idle = 2 * rq->max_idle_balance_cost;
#ifdef HAS_rq_wake_avg_idle
		rq->wake_stamp = slice_jiffies;
		rq->wake_avg_idle = rq->avg_idle;
#endif
		if (!sds || m->c.m.dom[cpu] != (int)cpu)
			continue;
		sim_share(sds, sizeof(*sds), cpu);
#ifdef HAS_sis_hint_init
		if (sds->hint)
			sim_share(sds->hint, sizeof(*sds->hint) +
				  sds->hint->nr * sizeof(sds->hint->word[0]), cpu);
#endif
	}
}

static void *sim_task(unsigned int id)
{
	struct task_struct *p = hold(sizeof(*p));

	p->pid = id + 1;
	p->sched_class = sim_class;
	p->cpus_ptr = (struct cpumask *)slice_mask[SLICE_POSSIBLE];
	p->nr_cpus_allowed = nr_cpu_ids;
	p->prio = 120;
	p->static_prio = 120;
	p->se.load.weight = 1024UL << SCHED_FIXEDPOINT_SHIFT;
	p->se.avg.load_avg = 1024;
	p->recent_used_cpu = id % nr_cpu_ids;
	p->thread_info.cpu = id % nr_cpu_ids;
	p->se.cfs_rq = &per_cpu(runqueues, id % nr_cpu_ids).cfs;
	return p;
}

/* --- The choice ------------------------------------------------------------------ */

static bool sim_unclaimed(int cpu)
{
	return !sim_claims[cpu] && available_idle_cpu(cpu);
}

static bool sim_core_free(int cpu)
{
	int i;

	for_each_cpu(i, cpu_smt_mask(cpu)) {
		if (!sim_unclaimed(i))
			return false;
	}
	return true;
}

/*
 * The same order as the kernel's, but it knows all CPUs of the LLC and those that
 * a wakee is on the way to, and no time passes.
 */
static int sim_ask_oracle(struct task_struct *p, int prev, int target)
{
	struct sched_domain *sd = per_cpu(sd_llc, target);
	int cpu, best = target;

	sim_free = true;
	if (sim_unclaimed(target))
		goto out;
	if (prev != target && cpus_share_cache(prev, target) && sim_unclaimed(prev)) {
		best = prev;
		goto out;
	}
	if (!sd)
		goto out;
	for_each_cpu_wrap(cpu, sched_domain_span(sd), target + 1) {
		if (!sim_unclaimed(cpu))
			continue;
		if (sim_core_free(cpu)) {
			best = cpu;
			break;
		}
		if (best == target)
			best = cpu;
	}
out:
	sim_free = false;
	sim_claims[best]++;
	return best;
}

static int sim_select_idle_sibling(struct task_struct *p, int prev, int target)
{
	struct sim_context c;

	if (sim_oracle)
		return sim_ask_oracle(p, prev, target);
	c = sim_save();
	hook->fixed(nr_cpu_ids);
	sim_restore(&c);
	sim_looked = 0;
	return select_idle_sibling(p, prev, target);
}

static void sim_select(void *task, unsigned int this_cpu, bool sync, bool in_task,
		       struct sim_choice *choice)
{
	struct task_struct *p = task;
	struct sim_context c = sim_enter(this_cpu);

	slice_in_task = in_task;
	sim_looked = 0;
#ifdef HAS___sis_scan_end
	slice_trace_on = true;
	slice_event_sis_select_nr = 0;
#endif
#ifdef WF_TTWU
	choice->cpu = select_task_rq_fair(p, task_cpu(p), WF_TTWU | (sync ? WF_SYNC : 0));
#else
	choice->cpu = select_task_rq_fair(p, task_cpu(p), SD_BALANCE_WAKE, sync ? WF_SYNC : 0);
#endif
	choice->looked = sim_looked;
	choice->end = -1;
#ifdef HAS___sis_scan_end
	if (slice_event_sis_select_nr)
		choice->end = slice_event_sis_select.end;
#endif
	sim_restore(&c);
}

static bool sim_queue(void *task, unsigned int this_cpu, unsigned int cpu, bool on_cpu)
{
	struct sim_context c = sim_enter(this_cpu);
	bool queue;

	/* The line is here since the choice, mostly. */
	sim_free = true;
#ifdef WF_ON_CPU
	queue = cpu != this_cpu && ttwu_queue_cond(cpu, on_cpu ? WF_ON_CPU : 0);
#else
	queue = ttwu_queue_cond(task, cpu);
#endif
	sim_free = false;
	sim_restore(&c);
	return queue;
}

static void sim_pending(unsigned int cpu, bool pending)
{
	per_cpu(runqueues, cpu).ttwu_pending = pending;
}

/* --- Load tracking --------------------------------------------------------------- */

static void sim_clock(struct rq *rq)
{
	s64 delta = hook->now() - rq->clock;

	if (delta < 0)
		return;
	rq->clock += delta;
	rq->clock_task += delta;
	update_rq_clock_pelt(rq, delta);
}

/* What the hooks of the series in enqueue and dequeue see: see sis/ for when */
#ifdef HAS_sis_sleep_average
static void sim_woken(struct rq *rq, struct task_struct *p, bool wakeup)
{
	sis_reserve_enqueue(rq, p, wakeup ? ENQUEUE_WAKEUP : 0);
}

static void sim_asleep(struct rq *rq, struct task_struct *p)
{
	struct sim_context c = sim_save();

	slice_current = p;
	sis_reserve_sleep(rq, p, DEQUEUE_SLEEP);
	sis_handoff_sleep(rq, p, DEQUEUE_SLEEP);
	sim_restore(&c);
}

static void sim_elsewhere(struct task_struct *p)
{
	sis_reserve_migrate(p);
}

static void sim_not_idle(struct rq *rq)
{
	sis_reserve_run(rq);
}

static void sim_account(struct rq *rq, struct task_struct *old, struct task_struct *next)
{
	if (old != rq->idle)
		old->se.sum_exec_runtime += rq->clock_task - old->se.exec_start;
	if (next)
		next->se.exec_start = rq->clock_task;
}
#else
#define sim_woken(rq, p, wakeup)	do { } while (0)
#define sim_asleep(rq, p)		do { } while (0)
#define sim_elsewhere(p)		do { } while (0)
#define sim_not_idle(rq)		do { } while (0)
#define sim_account(rq, old, next)	do { } while (0)
#endif

static void sim_moved_to(struct task_struct *p, unsigned int cpu)
{
	p->thread_info.cpu = cpu;
	p->se.cfs_rq = &per_cpu(runqueues, cpu).cfs;
}

static void sim_migrate(void *task, unsigned int cpu)
{
	struct task_struct *p = task;

	sim_free = true;
	sim_elsewhere(p);
	if (p->se.avg.last_update_time) {
		remove_entity_load_avg(&p->se);
#ifndef WF_ON_CPU
		migrate_se_pelt_lag(&p->se);
#endif
		p->se.avg.last_update_time = 0;
	}
	sim_moved_to(p, cpu);
	sim_free = false;
}

static void sim_count(struct rq *rq, int n)
{
	rq->nr_running += n;
#ifdef HAS_cfs_rq_h_nr_running
	rq->cfs.h_nr_running += n;
#endif
#ifdef HAS_cfs_rq_h_nr_queued
	rq->cfs.h_nr_queued += n;
#endif
#ifdef HAS_cfs_rq_h_nr_runnable
	rq->cfs.h_nr_runnable += n;
#endif
	rq->cfs.load.weight += n * (1024L << SCHED_FIXEDPOINT_SHIFT);
	if (rq->nr_running >= 2)
		sim_overload = true;
}

static void sim_enqueue(void *task, unsigned int cpu, bool wakeup)
{
	struct rq *rq = &per_cpu(runqueues, cpu);
	struct task_struct *p = task;

	sim_free = true;
	sim_clock(rq);
	sim_woken(rq, p, wakeup);
	util_est_enqueue(&rq->cfs, p);
	update_load_avg(&rq->cfs, &p->se, UPDATE_TG | DO_ATTACH);
	p->se.on_rq = 1;
	p->on_rq = TASK_ON_RQ_QUEUED;
	sim_count(rq, 1);
	if (sim_claims[cpu])
		sim_claims[cpu]--;
	if (wakeup && rq->idle_stamp) {
		u64 idle = rq->clock - rq->idle_stamp;

		update_avg(&rq->avg_idle, idle);
		rq->avg_idle = min(rq->avg_idle, 2 * rq->max_idle_balance_cost);
#ifdef HAS_rq_wake_avg_idle
		rq->wake_stamp = slice_jiffies;
		rq->wake_avg_idle = rq->avg_idle / 2;
#endif
		rq->idle_stamp = 0;
	}
	sim_free = false;
}

static void sim_dequeue(void *task, unsigned int cpu, bool sleep)
{
	struct rq *rq = &per_cpu(runqueues, cpu);
	struct task_struct *p = task;

	sim_free = true;
	sim_clock(rq);
	if (sleep)
		sim_asleep(rq, p);
	util_est_dequeue(&rq->cfs, p);
	update_load_avg(&rq->cfs, &p->se, UPDATE_TG);
#ifdef UPDATE_UTIL_EST
	if (sleep)
		util_est_update(&p->se);
#else
	util_est_update(&rq->cfs, p, sleep);
#endif
	if (!sleep)
		detach_entity_load_avg(&rq->cfs, &p->se);
	p->se.on_rq = 0;
	p->on_rq = 0;
	sim_count(rq, -1);
	sim_free = false;
}

static void sim_moved(void *task, unsigned int cpu)
{
	struct task_struct *p = task;

	p->se.avg.last_update_time = 0;
	sim_moved_to(p, cpu);
}

static void sim_run(unsigned int cpu, void *task)
{
	struct rq *rq = &per_cpu(runqueues, cpu);
	struct task_struct *p = task, *old = rq->curr;
	struct sim_context c;

	sim_free = true;
	sim_clock(rq);
	sim_account(rq, old, p);
	if (p && old == rq->idle)
		sim_not_idle(rq);
	if (old != rq->idle) {
		if (old->se.on_rq)
			update_load_avg(&rq->cfs, &old->se, 0);
		rq->cfs.curr = NULL;
#ifdef HAS_cfs_rq_h_curr
		rq->cfs.h_curr = NULL;
#endif
	}
	if (p) {
		update_load_avg(&rq->cfs, &p->se, UPDATE_TG);
		rq->cfs.curr = &p->se;
#ifdef HAS_cfs_rq_h_curr
		rq->cfs.h_curr = &p->se;
#endif
		rq->curr = p;
		sim_free = false;
		return;
	}
	if (old == rq->idle) {
		sim_free = false;
		return;
	}
	update_idle_rq_clock_pelt(rq);
	sim_free = false;
	c = sim_enter(cpu);
#ifdef HAS_sis_hint_init
	sis_hint_idle(rq);
#endif
	update_idle_core(rq);
	sim_restore(&c);
	rq->curr = rq->idle;
}

static void sim_tick(unsigned int cpu)
{
	struct rq *rq = &per_cpu(runqueues, cpu);

	sim_free = true;
	sim_clock(rq);
	if (rq->cfs.curr)
		update_load_avg(&rq->cfs, rq->cfs.curr, UPDATE_TG);
	sim_free = false;
}

static void sim_blocked(unsigned int cpu)
{
	struct rq *rq = &per_cpu(runqueues, cpu);

	sim_free = true;
	sim_clock(rq);
	update_cfs_rq_load_avg(cfs_rq_clock_pelt(&rq->cfs), &rq->cfs);
	sim_free = false;
}

/* --- Load balance ---------------------------------------------------------------- */

#ifdef HAS_update_idle_cpu_scan
static void sim_take_limit(struct sched_domain *sd, unsigned int dst, enum cpu_idle_type idle)
{
	unsigned long util = 0, capacity = 0;
	struct lb_env env = {
		.sd = sd,
		.dst_cpu = dst,
		.idle = idle,
		.cpus = (struct cpumask *)slice_mask[SLICE_ACTIVE],
	};
	int cpu;

	for_each_cpu(cpu, sched_domain_span(sd)) {
		util += cpu_util_cfs(cpu);
		capacity += per_cpu(runqueues, cpu).cpu_capacity;
	}
#ifdef HAS_sis_limit_init
	update_idle_cpu_scan(&env, util, capacity);
#else
	update_idle_cpu_scan(&env, util);
#endif
}
#else
static void sim_take_limit(struct sched_domain *sd, unsigned int dst, enum cpu_idle_type idle)
{
}
#endif

/*
 * Look at all CPUs of a domain, as the sums are made; take over the limit where
 * this kernel does; take a waiting task of the CPU with the most.
 */
static bool sim_balance(struct sched_domain *sd, unsigned int dst, enum cpu_idle_type idle)
{
	unsigned int most = 0, nr, own = per_cpu(runqueues, dst).nr_running;
	bool over = false, pulled;
	int cpu, busiest = -1;
	struct sim_context c;

	for_each_cpu(cpu, sched_domain_span(sd)) {
		nr = cpu_rq(cpu)->nr_running;
		over |= nr > 1;
		if (cpu != (int)dst && nr > most) {
			most = nr;
			busiest = cpu;
		}
	}
	if (!sd->parent && !over)
		sim_overload = false;
	sim_free = true;
	sim_take_limit(sd, dst, idle);
	sim_free = false;
	if (busiest < 0 || most < 2 || most < own + 2) {
		if (idle != CPU_NEWLY_IDLE && sd->balance_interval < sd->max_interval)
			sd->balance_interval *= 2;
		return false;
	}
	c = sim_save();
	pulled = hook->pull(dst, busiest, sd->nr_balance_failed > sd->cache_nice_tries ||
			    (sd->flags & SD_SHARE_CPUCAPACITY));
	sim_restore(&c);
	if (pulled) {
		sd->nr_balance_failed = 0;
		sd->balance_interval = sd->min_interval;
		return true;
	}
	if (idle != CPU_NEWLY_IDLE)
		sd->nr_balance_failed++;
	return false;
}

/* Of a sum that began at 0 one half-life ago, what it would be without that begin */
static void sim_warm_avg(struct sched_avg *sa)
{
	if (sa->util_avg > SCHED_CAPACITY_SCALE / 2)
		return;
	sa->util_avg *= 2;
	sa->util_sum *= 2;
	sa->runnable_avg *= 2;
	sa->runnable_sum *= 2;
}

static void sim_warm(void *task, unsigned int cpu)
{
	if (task)
		sim_warm_avg(&((struct task_struct *)task)->se.avg);
	else
		sim_warm_avg(&per_cpu(runqueues, cpu).cfs.avg);
}

/*
 * What periodic balance has had the time to do in a run of minutes, and in the ramp
 * of a simulated one has not: the limit is that of the load.  No time passes.
 */
static void sim_settle(unsigned int cpu)
{
	struct sched_domain *sd = per_cpu(sd_llc, cpu);
	struct sim_context c = sim_enter(cpu);
	int i;

	sim_free = true;
	for_each_cpu(i, sched_domain_span(sd)) {
		struct rq *rq = &per_cpu(runqueues, i);

		if (rq->curr != rq->idle)
			continue;
		sim_clock(rq);
		update_cfs_rq_load_avg(cfs_rq_clock_pelt(&rq->cfs), &rq->cfs);
	}
	sim_take_limit(sd, cpu, CPU_IDLE);
	sim_free = false;
	sim_restore(&c);
}

static bool sim_should_balance(struct sched_domain *sd, unsigned int dst)
{
	int cpu;

	for_each_cpu(cpu, sched_group_span(sd->groups)) {
		if (idle_cpu(cpu))
			return cpu == (int)dst;
	}
	return cpumask_first(sched_group_span(sd->groups)) == dst;
}

static void sim_periodic(unsigned int this_cpu, unsigned int cpu, bool busy)
{
	struct sim_context c = sim_enter(this_cpu);
	struct sched_domain *sd;

	for (sd = per_cpu(runqueues, cpu).sd; sd; sd = sd->parent) {
		unsigned long interval = sd->balance_interval * (busy ? sd->busy_factor : 1);

		interval = clamp(interval - busy, 1UL, HZ * nr_cpu_ids / 10);
		if (time_before(jiffies, sd->last_balance + interval))
			continue;
		if (sim_should_balance(sd, cpu))
			sim_balance(sd, cpu, busy ? 0 : CPU_IDLE);
		sd->last_balance = jiffies;
	}
	sim_restore(&c);
}

static bool sim_newidle(unsigned int cpu)
{
	struct rq *rq = &per_cpu(runqueues, cpu);
	struct sched_domain *sd = rq->sd;
	struct sim_context c = sim_enter(cpu);
	u64 start, spent = 0, t;
	bool pulled = false;

	sim_free = true;
	sim_clock(rq);
	sim_free = false;
	rq->idle_stamp = rq->clock;
	if (!sim_overload || !sd ||
#ifdef WF_ON_CPU
	    rq->avg_idle < 500000
#else
	    rq->avg_idle < sd->max_newidle_lb_cost
#endif
	   )
		goto out;
	start = hook->now();
	sim_blocked(cpu);
	for (; sd; sd = sd->parent) {
		if (rq->avg_idle < spent + sd->max_newidle_lb_cost)
			break;
		pulled = sim_balance(sd, cpu, CPU_NEWLY_IDLE);
		t = hook->now() - start;
		start += t;
		spent += t;
		if (t > sd->max_newidle_lb_cost) {
			sd->max_newidle_lb_cost = t;
			sd->decay_stamp = jiffies;
		} else if (time_after(jiffies, sd->decay_stamp + HZ)) {
			sd->max_newidle_lb_cost = sd->max_newidle_lb_cost * 253 / 256;
			sd->decay_stamp = jiffies;
		}
		if (pulled || rq->nr_running || rq->ttwu_pending)
			break;
	}
	if (spent > rq->max_idle_balance_cost)
		rq->max_idle_balance_cost = spent;
	if (rq->nr_running)
		rq->idle_stamp = 0;
out:
	sim_restore(&c);
	return rq->nr_running;
}

static bool sim_idle(unsigned int cpu)
{
	bool idle;

	sim_free = true;
	idle = available_idle_cpu(cpu);
	sim_free = false;
	return idle;
}

static unsigned long sim_util(unsigned int cpu)
{
	return READ_ONCE(per_cpu(runqueues, cpu).cfs.avg.util_avg);
}

static int sim_limit(unsigned int cpu)
{
#ifdef HAS_sched_domain_shared_nr_idle_scan
	struct sched_domain_shared *sds = per_cpu(sd_llc_shared, cpu);

	return sds ? sds->nr_idle_scan : -1;
#else
	return -1;
#endif
}

__attribute__((__visibility__("default"))) struct sim_ops sim_ops = {
	.model = &slice_ops,
	.setup = sim_setup,
	.task = sim_task,
	.select = sim_select,
	.queue = sim_queue,
	.pending = sim_pending,
	.migrate = sim_migrate,
	.enqueue = sim_enqueue,
	.dequeue = sim_dequeue,
	.moved = sim_moved,
	.run = sim_run,
	.tick = sim_tick,
	.newidle = sim_newidle,
	.periodic = sim_periodic,
	.blocked = sim_blocked,
	.settle = sim_settle,
	.warm = sim_warm,
	.idle = sim_idle,
	.util = sim_util,
	.limit = sim_limit,
};

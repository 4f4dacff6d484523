//! Works on many levels in parallel, with results in input order.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use sokolab::contain;

use crate::io::interrupt;

/// Levels that wait for a worker, for each worker.
const QUEUE: usize = 12;

/// How long results gather while levels are waiting for workers. Waking up for each result would
/// take time from the workers where levels are easy.
const GATHERING: Duration = Duration::from_millis(1);

/// Maximum number of levels per worker that are started before the first is finished, so that one
/// hard level does not block the others and memory is bounded.
const AHEAD: usize = 4096;

/// The stack of a worker: as large as that of the main thread.
const STACK_BYTES: usize = 8 << 20;

/// How often a waiting batch is polled.
const TICK: Duration = Duration::from_millis(100);

/// How long a result waits for its turn before it is set aside.
const PATIENCE: Duration = Duration::from_millis(200);

/// Where levels come from and results go, on the main thread.
pub(crate) trait Batch {
    /// A level to work on.
    type Job: Send;
    /// Its result.
    type Done: Send;

    /// The next level; `None` at the end.
    fn next(&mut self) -> anyhow::Result<Option<Self::Job>>;

    /// Takes a result, in the order of the levels.
    fn finish(&mut self, done: Self::Done) -> anyhow::Result<()>;

    /// Stores a result that waits for earlier ones, in case the run ends first.
    fn set_aside(&mut self, _done: &Self::Done) -> anyhow::Result<()> {
        Ok(())
    }

    /// Called regularly while the batch waits for results.
    fn wait(&mut self) {}
}

/// Works on all levels of a batch, on `jobs` of them at a time.
///
/// # Errors
/// The first error of the batch; unfinished work is then abandoned.
pub(crate) fn run<B: Batch>(
    batch: &mut B,
    jobs: usize,
    work: &(dyn Fn(B::Job) -> B::Done + Sync),
) -> anyhow::Result<()> {
    if jobs <= 1 {
        while let Some(job) = batch.next()? {
            batch.finish(work(job))?;
        }
        return Ok(());
    }
    let (job_sender, job_receiver) = channel::<(usize, B::Job)>();
    let (result_sender, results) = channel();
    let job_receiver = Mutex::new(job_receiver);
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let (taken, given) = (&job_receiver, result_sender.clone());
            let worker = std::thread::Builder::new().stack_size(STACK_BYTES);
            worker.spawn_scoped(scope, move || serve(taken, &given, work))?;
        }
        drop(result_sender);
        let done = Ordered::new(batch, jobs).run(&job_sender, &results);
        drop(job_sender);
        if done.is_err() {
            interrupt::abandon();
        }
        done
    })
}

/// The number of a level with its result, or with the message of an uncaught internal error.
type Numbered<T> = (usize, Result<T, String>);

/// Works on levels until none is left.
fn serve<J: Send, D: Send>(
    jobs: &Mutex<Receiver<(usize, J)>>,
    results: &Sender<Numbered<D>>,
    work: &(dyn Fn(J) -> D + Sync),
) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, job)) = job else { return };
        let done = contain(|| work(job));
        if results.send((number, done)).is_err() {
            return;
        }
    }
}

/// The state of the main thread.
struct Ordered<'a, B: Batch> {
    batch: &'a mut B,
    jobs: usize,
    /// The numbers of levels handed out, and of results taken in order.
    begun: usize,
    finished: usize,
    /// Results that wait for earlier ones.
    waiting: BTreeMap<usize, B::Done>,
    /// The numbers of those that have been set aside.
    aside: BTreeSet<usize>,
    /// When a result was last taken in order.
    moved: Instant,
    is_at_end: bool,
}

impl<'a, B: Batch> Ordered<'a, B> {
    fn new(batch: &'a mut B, jobs: usize) -> Ordered<'a, B> {
        Ordered {
            batch,
            jobs,
            begun: 0,
            finished: 0,
            waiting: BTreeMap::new(),
            aside: BTreeSet::new(),
            moved: Instant::now(),
            is_at_end: false,
        }
    }

    fn run(
        &mut self,
        jobs: &Sender<(usize, B::Job)>,
        results: &Receiver<Numbered<B::Done>>,
    ) -> anyhow::Result<()> {
        loop {
            while self.may_begin() {
                self.begin_next(jobs)?;
                // While levels come slowly, from a pipe for instance, no result waits for them.
                self.receive_all(results)?;
            }
            if self.begun == self.finished {
                return Ok(());
            }
            if self.in_hands() > self.jobs * (1 + QUEUE / 2) {
                std::thread::sleep(GATHERING);
            }
            match results.recv_timeout(TICK) {
                Ok((number, done)) => {
                    self.receive(number, done)?;
                    self.receive_all(results)?;
                }
                Err(RecvTimeoutError::Timeout) => self.batch.wait(),
                Err(RecvTimeoutError::Disconnected) => {
                    anyhow::bail!("internal error: the workers have gone")
                }
            }
            // After an interrupt, the batch decides in order which results were cut short.
            if self.moved.elapsed() >= PATIENCE && !interrupt::is_interrupted() {
                self.set_aside()?;
            }
        }
    }

    /// The number of levels that workers have or that wait for one.
    fn in_hands(&self) -> usize {
        self.begun - self.finished - self.waiting.len()
    }

    /// Whether another level may be handed out.
    fn may_begin(&self) -> bool {
        !self.is_at_end
            && self.in_hands() < self.jobs * (1 + QUEUE)
            && self.begun - self.finished < self.jobs * AHEAD
    }

    /// Hands out the next level, if there is one.
    fn begin_next(&mut self, jobs: &Sender<(usize, B::Job)>) -> anyhow::Result<()> {
        let Some(job) = self.batch.next()? else {
            self.is_at_end = true;
            return Ok(());
        };
        let sent = jobs.send((self.begun, job));
        sent.map_err(|_| anyhow::anyhow!("internal error: the workers have gone"))?;
        self.begun += 1;
        Ok(())
    }

    /// Takes all results that there are from the workers, and those whose turn it is to the batch.
    fn receive_all(&mut self, results: &Receiver<Numbered<B::Done>>) -> anyhow::Result<()> {
        for (number, done) in results.try_iter() {
            self.receive(number, done)?;
        }
        self.take_in_order()
    }

    /// Takes a result from a worker.
    fn receive(&mut self, number: usize, done: Result<B::Done, String>) -> anyhow::Result<()> {
        let done = done.map_err(|message| anyhow::anyhow!("internal error: {message}"))?;
        self.waiting.insert(number, done);
        Ok(())
    }

    fn take_in_order(&mut self) -> anyhow::Result<()> {
        while let Some(done) = self.waiting.remove(&self.finished) {
            self.aside.remove(&self.finished);
            self.finished += 1;
            self.moved = Instant::now();
            self.batch.finish(done)?;
        }
        Ok(())
    }

    /// Sets aside the results that have waited long enough.
    fn set_aside(&mut self) -> anyhow::Result<()> {
        for (&number, done) in &self.waiting {
            if self.aside.insert(number) {
                self.batch.set_aside(done)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use super::{Batch, run};

    struct Numbers {
        next: u64,
        end: u64,
        taken: Vec<u64>,
        fail_at: Option<u64>,
    }

    impl Batch for Numbers {
        type Job = u64;
        type Done = u64;

        fn next(&mut self) -> anyhow::Result<Option<u64>> {
            self.next += 1;
            Ok((self.next <= self.end).then_some(self.next))
        }

        fn finish(&mut self, done: u64) -> anyhow::Result<()> {
            anyhow::ensure!(self.fail_at != Some(done), "as asked for");
            self.taken.push(done);
            Ok(())
        }
    }

    fn slowly(number: u64) -> u64 {
        // The first of every eight levels takes longer than the others.
        std::thread::sleep(Duration::from_micros(if number % 8 == 1 { 900 } else { 50 }));
        number
    }

    #[test]
    fn results_come_in_the_order_of_the_levels() {
        for jobs in [1, 2, 5] {
            let mut numbers = Numbers { next: 0, end: 300, taken: Vec::new(), fail_at: None };
            run(&mut numbers, jobs, &slowly).expect("nothing fails");
            assert_eq!(numbers.taken, (1..=300).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn results_do_not_wait_for_a_slow_input() {
        /// Levels each of which comes when the workers have done all before it.
        struct Slow<'a>(Numbers, &'a AtomicU64);
        impl Batch for Slow<'_> {
            type Job = u64;
            type Done = u64;

            fn next(&mut self) -> anyhow::Result<Option<u64>> {
                while self.1.load(Ordering::Acquire) < self.0.next {
                    std::thread::yield_now();
                }
                // Each worker may be about to send a result.
                let behind = self.0.next - self.0.taken.len() as u64;
                anyhow::ensure!(behind <= 4, "{behind} results are missing");
                self.0.next()
            }

            fn finish(&mut self, done: u64) -> anyhow::Result<()> {
                self.0.finish(done)
            }
        }
        let done = AtomicU64::new(0);
        let numbers = Numbers { next: 0, end: 60, taken: Vec::new(), fail_at: None };
        let work = |number: u64| {
            done.fetch_add(1, Ordering::Release);
            number
        };
        run(&mut Slow(numbers, &done), 2, &work).expect("no result waits for the next level");
    }

    #[test]
    fn an_error_ends_the_batch_after_what_came_before_it() {
        let mut numbers = Numbers { next: 0, end: 300, taken: Vec::new(), fail_at: Some(40) };
        run(&mut numbers, 3, &slowly).expect_err("it fails at 40");
        assert_eq!(numbers.taken, (1..40).collect::<Vec<u64>>());
    }

    #[test]
    fn an_internal_error_that_nobody_caught_hangs_nothing() {
        let mut numbers = Numbers { next: 0, end: 30, taken: Vec::new(), fail_at: None };
        let work = |number: u64| {
            assert!(number != 7, "seven");
            number
        };
        let error = run(&mut numbers, 2, &work).expect_err("seven fails");
        assert!(error.to_string().contains("seven"), "{error}");
    }
}

//! Checks that the memory limits of parallel jobs fit into the memory of the machine.

/// Refuses limits whose sum exceeds the physical memory.
pub(super) fn check(jobs: u64, limit_bytes: u64) -> anyhow::Result<()> {
    match physical_bytes() {
        Some(bytes) => check_against(jobs, limit_bytes, bytes),
        None => Ok(()),
    }
}

fn check_against(jobs: u64, limit_bytes: u64, physical_bytes: u64) -> anyhow::Result<()> {
    if jobs <= 1 || jobs.saturating_mul(limit_bytes) <= physical_bytes {
        return Ok(());
    }
    let mebibytes = |bytes: u64| bytes >> 20;
    let share = mebibytes(physical_bytes / jobs);
    anyhow::bail!(
        "{jobs} levels side by side with {} MiB each need more than the {} MiB of this machine: \
         use fewer --jobs, or --memory {share}M",
        mebibytes(limit_bytes),
        mebibytes(physical_bytes),
    )
}

/// The memory of the machine, if the system reports it.
#[cfg(target_os = "linux")]
fn physical_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(not(target_os = "linux"))]
fn physical_bytes() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::check_against;

    #[test]
    fn levels_side_by_side_must_fit_into_memory_together() {
        assert!(check_against(4, 1 << 30, 4 << 30).is_ok());
        assert!(check_against(1, 64 << 30, 4 << 30).is_ok());
        let refused = check_against(8, 1 << 30, 4 << 30).expect_err("twice too much");
        let advice = "use fewer --jobs, or --memory 512M";
        assert!(refused.to_string().ends_with(advice), "{refused}");
        assert!(check_against(u64::MAX, 2, 4 << 30).is_err());
    }
}

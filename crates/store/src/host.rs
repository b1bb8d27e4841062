//! What this machine is called to others.

/// The machine's name; of several nodes on one machine that of the node, where Slurm says it.
pub fn host() -> Option<String> {
    let node = std::env::var("SLURMD_NODENAME").ok();
    let name = || std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    node.or_else(name).map(|name| name.trim().to_owned())
}

/** Whatever hangs, the process is gone after this time. */
const PATIENCE_MS = 1_800

/**
 * Aborts when the process shall end: on SIGINT or SIGTERM, or when the parent that started it with an IPC channel is
 * gone. A second signal ends it at once.
 */
export function listenForStop(): AbortSignal {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) process.exit(0)
    controller.abort()
    setTimeout(() => process.exit(0), PATIENCE_MS).unref()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  if (process.connected) process.once('disconnect', stop)
  return controller.signal
}

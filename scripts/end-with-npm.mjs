// @ts-check

/**
 * Ends this process as SIGTERM would once the shell between npm and us is gone. npm passes a
 * signal to that shell only, which dies of it and leaves us running: `kill` of `npm start` would
 * not stop the service.
 */
export function endWithNpm() {
  // Elsewhere than on Unix an orphan keeps its parent's id, so there is nothing to watch.
  if (!process.env['npm_lifecycle_event'] || process.platform === 'win32') return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}

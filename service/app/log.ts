/** How much weight a log line has. */
export type LogLevel = 'info' | 'error'

/** One line of the log. Never a body, a header value, a query string or a secret. */
type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

/** Writes one line. */
export type Log = (level: LogLevel, message: string, fields?: LogFields) => void

/** A log of JSON lines; below `minimum` nothing is written. */
export function createLog(write: (line: string) => void, minimum: LogLevel): Log {
  return (level, message, fields = {}) => {
    if (minimum === 'error' && level !== 'error') return
    write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`)
  }
}

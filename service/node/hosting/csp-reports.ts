import { isJsonObject } from '../../../contract/json.ts'
import type { AppContext } from '../../app/http/app-environment.ts'
import { readBytes } from '../../app/http/body/read-bytes.ts'
import { respond } from '../../app/http/respond.ts'
import type { Log } from '../../app/log.ts'

const MAX_BYTES = 65_536
const MAX_REPORTS = 20

/** `POST /__csp`: logs which directive blocked which origin, and nothing else of a report. */
export function cspReports(log: Log) {
  return async (context: AppContext) => {
    const text = new TextDecoder().decode(await readBytes(context.req.raw, MAX_BYTES))
    for (const report of reportsIn(text).slice(0, MAX_REPORTS))
      log('error', 'content security policy', {
        directive: word(report['effectiveDirective'] ?? report['effective-directive']),
        blocked: originOf(report['blockedURL'] ?? report['blocked-uri']),
      })
    return respond(context, null, 204)
  }
}

function reportsIn(text: string): Record<string, unknown>[] {
  try {
    const value: unknown = JSON.parse(text)
    return (Array.isArray(value) ? value : [value]).flatMap((report) => {
      const body: unknown = isJsonObject(report)
        ? (report['body'] ?? report['csp-report'])
        : undefined
      return isJsonObject(body) ? [body] : []
    })
  } catch {
    return []
  }
}

function word(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll(/[^a-z-]/g, '').slice(0, 40) : ''
}

/** Addresses in reports can hold secrets in path and query; keywords such as `inline` stay. */
function originOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  if (/^[a-z-]{1,30}$/.test(value)) return value
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined) return ''
  return url.origin === 'null' ? url.protocol : url.origin
}

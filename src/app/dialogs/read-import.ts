import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { readExport } from '../../core/inspector/export/read-export.ts'
import type { ImportReport } from '../../core/share/import/import-report.ts'
import { setupFromRequest } from '../../core/share/import/setup-from-request.ts'
import { setupFromText } from '../../core/share/import/setup-from-text.ts'
import type { SetupReading } from '../../core/share/setup.ts'

/** What a pasted text or a file holds: a setup, exchanges of the past, or neither. */
export type ImportReading =
  | { kind: 'setup'; reading: Extract<SetupReading, { ok: true }> }
  | { kind: 'exchanges'; exchanges: readonly Exchange[]; report: ImportReport }
  | { kind: 'none'; message: string }

/** Tells by its content what a text is that came from elsewhere. Never throws. */
export function readImport(text: string): ImportReading {
  const file = readExport(text)
  if (file.ok) return { kind: 'exchanges', exchanges: file.exchanges, report: file.report }
  if (file.isExport === true) return { kind: 'none', message: file.message }
  const reading = setupFromText(text)
  return reading.ok ? { kind: 'setup', reading } : { kind: 'none', message: reading.message }
}

/** The request of an exchange as a setup, to be sent again. */
export function setupFromExchange({ request }: Exchange): SetupReading {
  const { method, url, headers, body, form = [] } = request
  return setupFromRequest({
    method,
    url,
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(request.form === undefined
      ? {}
      : {
          form: Object.fromEntries(
            form.flatMap((field) => ('text' in field ? [[field.name, field.text] as const] : [])),
          ),
        }),
    files: form.flatMap((field) => ('text' in field ? [] : [field.fileName])),
  })
}

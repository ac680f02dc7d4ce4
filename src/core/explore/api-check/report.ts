import { readJson, isJsonObject } from '../../../../contract/json.ts'
import { z } from '../../../../contract/zod.ts'
import type { CheckRow } from './run-api-check.ts'

const MAX_ROWS = 500
const MAX_TEXT = 1_000

const text = z.string().check(z.maxLength(MAX_TEXT))

const reportSchema = z.object({
  type: z.literal('vendor-playground-api-check'),
  version: z.literal(1),
  /** ISO 8601. */
  checkedAt: text,
  baseUrl: text,
  model: text,
  probes: z
    .array(
      z.object({
        name: text,
        result: z.exactOptional(
          z.enum(['holds', 'breaks', 'not supported', 'model chose otherwise']),
        ),
        reason: z.exactOptional(text),
      }),
    )
    .check(z.maxLength(MAX_ROWS)),
})

/** The result of a check as a file: what was found of which API and model, and no request or key. */
export type CheckReport = z.infer<typeof reportSchema>

/** A report of a check that was made at a time (Unix ms). */
export function checkReport(
  rows: readonly CheckRow[],
  about: { baseUrl: string; model: string; checkedAt: number },
): CheckReport {
  return {
    type: 'vendor-playground-api-check',
    version: 1,
    checkedAt: new Date(about.checkedAt).toISOString(),
    baseUrl: about.baseUrl,
    model: about.model,
    probes: rows.map(({ name, verdict }) => ({
      name,
      ...(verdict === undefined
        ? {}
        : { result: verdict.result, reason: verdict.reason.slice(0, MAX_TEXT) }),
    })),
  }
}

/** A report from a file; a sentence that says why it is none. */
export function readReport(file: string): CheckReport | string {
  const value = readJson(file)
  if (!isJsonObject(value) || value['type'] !== 'vendor-playground-api-check')
    return 'This file is no API check report.'
  const report = z.safeParse(reportSchema, value)
  if (report.success) return report.data
  return value['version'] === 1
    ? `The report is damaged: ${report.error.issues[0]?.path.join('.') ?? 'it has no probes'}.`
    : 'The report is of a newer version of this app.'
}

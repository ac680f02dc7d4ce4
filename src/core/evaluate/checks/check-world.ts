import type { JsonObject } from '../../../../contract/json.ts'
import type { StructuredVerdict } from '../../chat/responses/validate-structured.ts'
import type { JudgeWorld } from './judge/judge.ts'
import type { PatternJob, PatternResult } from './pattern.ts'

/** What checks need besides the response. Each may reject with an Error whose message a person reads. */
export interface CheckWorld extends JudgeWorld {
  /** Looks for a regular expression in a worker that is ended after a time. */
  findPattern(job: PatternJob): Promise<PatternResult>
  /** Validates JSON by a schema in a worker that is ended after a time. */
  validateJson(text: string, schema: JsonObject): Promise<StructuredVerdict>
  /** Runs a snippet in the sealed worker, which is ended after a time; the result is JSON. */
  runCode(
    code: string,
    args: JsonObject,
  ): Promise<{ ok: true; text: string } | { ok: false; message: string }>
}

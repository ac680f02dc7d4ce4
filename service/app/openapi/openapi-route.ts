import type { JsonObject } from '../../../contract/json.ts'
import type { AppContext } from '../http/app-environment.ts'
import { sendJson } from '../http/send-json.ts'
import { openApiDocument } from './document.ts'
import { OPERATIONS } from './operations.ts'

/** `GET /openapi.json`: what this service can do, for programs. No credentials needed. */
export function readOpenApi() {
  let document: JsonObject | undefined
  return (context: AppContext) => sendJson(context, (document ??= openApiDocument(OPERATIONS)))
}

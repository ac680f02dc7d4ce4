import type { JsonObject } from '../../../../../contract/json.ts'

const MAX_DATA_LENGTH = 200
const SHOWN = 40

/** The request as indented JSON. Of base64 data only the start is shown: it says nothing to people. */
export function echoedRequest(received: JsonObject): string {
  return JSON.stringify(
    received,
    (_name, value: unknown) =>
      typeof value === 'string' && value.length > MAX_DATA_LENGTH && isData(value)
        ? `${value.slice(0, SHOWN)}… (${value.length.toLocaleString('en-US')} characters)`
        : value,
    2,
  )
}

function isData(text: string): boolean {
  return /^data:[^,\s]{0,200},/i.test(text) || /^[A-Za-z0-9+/_-]+={0,2}$/.test(text)
}

import { type HeaderSpec } from './header-spec.ts'
import { METERING_HEADERS } from './metering-headers.ts'
import { SAFETY_HEADERS } from './safety-headers.ts'
import { SERVICE_HEADERS } from './service-headers.ts'

/** Every response header of the contract, and the few others that the service is known to send. */
export const RESPONSE_HEADERS: readonly HeaderSpec[] = [
  ...SERVICE_HEADERS,
  ...METERING_HEADERS,
  ...SAFETY_HEADERS,
]

const byName: ReadonlyMap<string, HeaderSpec> = new Map(
  RESPONSE_HEADERS.map((spec) => [spec.name.toLowerCase(), spec]),
)

/** The description of a response header by its neutral name in any letter case. */
export function headerSpec(neutralName: string): HeaderSpec | undefined {
  return byName.get(neutralName.toLowerCase())
}

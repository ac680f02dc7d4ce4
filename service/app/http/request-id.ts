import { hexOfBytes } from '../../../contract/e2ee/hex.ts'
import { randomBytes } from '../encoding/random-bytes.ts'

const start = hexOfBytes(randomBytes(4))
let count = Number.parseInt(hexOfBytes(randomBytes(3)), 16)

/** A request id in the form of `CF-RAY`: 16 hex digits and the place, unique in this process. */
export function nextRequestId(): string {
  count = (count + 1) % 2 ** 32
  return `${start}${count.toString(16).padStart(8, '0')}-LOC`
}

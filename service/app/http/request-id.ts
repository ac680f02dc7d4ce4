import { randomBytes } from 'node:crypto'

const start = randomBytes(4).toString('hex')
let count = randomBytes(3).readUIntBE(0, 3)

/** A request id in the form of `CF-RAY`: 16 hex digits and the place, unique in this process. */
export function nextRequestId(): string {
  count = (count + 1) % 2 ** 32
  return `${start}${count.toString(16).padStart(8, '0')}-LOC`
}

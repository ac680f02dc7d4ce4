/** How a header's value is read. */
export type HeaderType =
  | 'string'
  /** Text that is URL-encoded. */
  | 'encoded-string'
  | 'number'
  /** The words `true` and `false`. */
  | 'boolean'
  /** RFC 7231 date. */
  | 'date'
  /** ISO 8601 date or date-time. */
  | 'iso-date'
  /** Unix time in seconds or milliseconds, see `resetTimeMs`. */
  | 'unix-time'
  /** Seconds from now; `Retry-After` may hold a date instead. */
  | 'seconds'
  | 'money-usd'
  | 'money-diem'
  /** Standard base64 of UTF-8 JSON. */
  | 'base64-json'
  /** Service revision, `YYYYMMDD.HHMMSS`. */
  | 'revision'

/** What a header is about; headers are shown in these groups. */
export type HeaderGroup =
  | 'content'
  | 'service'
  | 'model'
  | 'rate-limit'
  | 'balance'
  | 'payment'
  | 'pagination'
  | 'content-safety'
  | 'encryption'
  | 'client'

/** One response header of the service. */
export interface HeaderSpec {
  /** Neutral spelling, in the letter case of the contract. */
  readonly name: string
  readonly type: HeaderType
  readonly group: HeaderGroup
  /** When it appears. */
  readonly appears: string
  /** What the value says. */
  readonly meaning: string
  /** What to do with it. */
  readonly use: string
  /** False for a header that the service is known to send although the contract does not list it. */
  readonly inContract: boolean
}

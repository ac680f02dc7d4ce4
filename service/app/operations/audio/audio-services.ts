import type { RateLimitTable } from '../../../../contract/limits/tiers.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import type { PaidServices } from '../paid-call.ts'

/** What the audio operations need from the service. */
export interface AudioServices extends PaidServices {
  catalogue: Catalogue
  limits: RateLimitTable
}

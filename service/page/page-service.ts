import { PRACTICE_KEY, PRACTICE_ORIGIN } from '../../contract/practice/practice-api.ts'
import type { PictureCodec } from '../app/images/picture-codec.ts'
import type { Log } from '../app/log.ts'
import { createService, type Service, type ServiceOptions } from '../app/service.ts'
import { createPageAdapters } from './page-adapters.ts'

/** What tests may choose. */
export type PageServiceOptions = Omit<ServiceOptions, 'host' | 'port' | 'pageKey' | 'publicOrigin'>

/** Builds the service for a page, ready to answer. */
export async function createPageService(
  pictures: PictureCodec,
  log: Log,
  options: PageServiceOptions = {},
): Promise<Service> {
  const { hostname } = new URL(PRACTICE_ORIGIN)
  const service = createService(createPageAdapters(pictures, log), {
    ...options,
    host: hostname,
    port: 443,
    publicOrigin: PRACTICE_ORIGIN,
    pageKey: PRACTICE_KEY,
  })
  await service.prepare()
  return service
}

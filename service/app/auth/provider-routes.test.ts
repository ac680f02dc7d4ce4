import { afterAll, beforeAll, expect, it } from 'vitest'

import { WEB3_KEY_PATH } from '../../../contract/wallet/web3-key.ts'
import { startTestService, type TestService } from '../../testing/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ flags: ['--like-provider'] })
})
afterAll(() => service.stop())

it('keys are managed by admin keys alone', async () => {
  for (const path of ['/api_keys', '/api_keys/some-id', '/api_keys/rate_limits/log']) {
    const response = await service.call(path)
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ error: 'Admin API key required' })
    expect((await fetch(service.baseUrl + path)).status).toBe(402)
  }
  expect((await service.call('/api_keys', { description: 'Mine' })).status).toBe(401)
  expect((await service.call('/api_keys/rate_limits')).status).toBe(200)
  expect((await service.call(WEB3_KEY_PATH)).status).toBe(200)
})

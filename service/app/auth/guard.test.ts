import { describe, expect, it } from 'vitest'

import { checkRequest, type GuardRules } from './guard.ts'

const rules: GuardRules = { host: '127.0.0.1', port: 4310, allowedOrigins: ['https://ok.example'] }

const HOSTS = {
  ours: ['127.0.0.1:4310', 'localhost:4310', '[::1]:4310', 'LOCALHOST:4310'],
  foreign: [
    undefined,
    '',
    'evil.example',
    'evil.example:4310',
    '127.0.0.1',
    '127.0.0.1:80',
    '127.0.0.1.evil.example:4310',
    'localhost.:4310',
    '127.1:4310',
    '0.0.0.0:4310',
    '192.168.0.2:4310',
    '127.0.0.1:4310@evil.example',
  ],
}
const ORIGINS = {
  ours: [
    undefined,
    'http://127.0.0.1:4310',
    'http://localhost:4310',
    'http://[::1]:4310',
    'https://ok.example',
  ],
  foreign: [
    'null',
    'https://evil.example',
    'http://127.0.0.1:5173',
    'https://127.0.0.1:4310',
    'http://127.0.0.1:4310.evil.example',
    'https://ok.example.evil',
    '',
  ],
}
const SITES = {
  ours: [undefined, 'same-origin', 'none'],
  foreign: ['cross-site', 'same-site', 'x'],
}

describe('the guard', () => {
  it('answers every combination of our own host, origin and site', () => {
    for (const host of HOSTS.ours)
      for (const origin of ORIGINS.ours)
        for (const fetchSite of SITES.ours)
          for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS'])
            expect(checkRequest({ method, host, origin, fetchSite }, rules)).toBeUndefined()
  })

  it('answers 421 for every foreign host, whatever else is right', () => {
    for (const host of HOSTS.foreign)
      for (const origin of ORIGINS.ours)
        for (const method of ['GET', 'POST'])
          expect(
            checkRequest({ method, host, origin, fetchSite: 'same-origin' }, rules)?.status,
          ).toBe(421)
  })

  it('answers 403 for every foreign origin, whatever the method', () => {
    for (const host of HOSTS.ours)
      for (const origin of ORIGINS.foreign)
        for (const fetchSite of [...SITES.ours, ...SITES.foreign])
          for (const method of ['GET', 'POST', 'OPTIONS'])
            expect(checkRequest({ method, host, origin, fetchSite }, rules)?.status).toBe(403)
  })

  it('answers 403 for unsafe methods from another site, and lets safe ones pass', () => {
    for (const fetchSite of SITES.foreign) {
      const request = { host: 'localhost:4310', origin: undefined, fetchSite }
      expect(checkRequest({ ...request, method: 'POST' }, rules)?.status).toBe(403)
      expect(checkRequest({ ...request, method: 'PUT' }, rules)?.status).toBe(403)
      expect(checkRequest({ ...request, method: 'GET' }, rules)).toBeUndefined()
    }
  })

  it('lets an allowed foreign origin make unsafe requests across sites', () => {
    const request = {
      method: 'POST',
      host: '127.0.0.1:4310',
      origin: 'https://ok.example',
      fetchSite: 'cross-site',
    }
    expect(checkRequest(request, rules)).toBeUndefined()
  })

  it('answers literal addresses, but no names, when it listens everywhere', () => {
    const everywhere = { ...rules, host: '0.0.0.0' }
    const get = (host: string) =>
      checkRequest({ method: 'GET', host, origin: undefined, fetchSite: undefined }, everywhere)
    expect(get('192.168.0.2:9000')).toBeUndefined()
    expect(get('[fe80::1]:4310')).toBeUndefined()
    expect(get('my-laptop:4310')?.status).toBe(421)
  })
})

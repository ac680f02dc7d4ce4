import { expect, it } from 'vitest'

import { keysIn } from './key-shapes.ts'

it.each([
  ['sk-proj-Ab3dEf6hIj9kLmNoPqRs', 'curl -H "Authorization: Bearer sk-proj-Ab3dEf6hIj9kLmNoPqRs"'],
  [
    'gho_16C7e42F292c6912E7710c838347Ae178B4a',
    'my gho_16C7e42F292c6912E7710c838347Ae178B4a is refused',
  ],
  ['gsk_Wq8ZrT2mN4vB6xC8yD0eF2gH', 'use gsk_Wq8ZrT2mN4vB6xC8yD0eF2gH'],
  ['AIzaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6', 'key AIzaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6 here'],
  ['3f2a9c41-77b0-4f6e-9a53-0c1d2e3f4a5b', 'api_key = "3f2a9c41-77b0-4f6e-9a53-0c1d2e3f4a5b"'],
  ['Zx81_kjsdhf8734jhsdf73', 'export VENDOR_API_KEY=Zx81_kjsdhf8734jhsdf73'],
  ['abc0123456789def0123456789', 'authorization: bearer abc0123456789def0123456789'],
])('sees %s', (key, text) => {
  expect(keysIn(text)).toEqual([key])
})

it('sees a private key and signed JSON whole', () => {
  const pem = '-----BEGIN EC PRIVATE KEY-----\nMHcCAQEE\n-----END EC PRIVATE KEY-----'
  expect(keysIn(`What is wrong with ${pem}?`)).toEqual([pem])
  const token = `eyJ${'hbGciOi'.repeat(8)}.eyJzdWIiOiIxIn0.c2lnbmF0dXJl`
  expect(keysIn(`decode ${token}`)).toEqual([token])
})

it.each([
  'The bearer of internationalization standards pays the toll.',
  'Which key does the monkey token: none?',
  'Explain 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed and its password policy.',
  `Decode this calldata: 0xa9059cbb${'0'.repeat(128)}`,
  `Look up transaction ${'5h3kTr'.repeat(14)}`,
  'token: internationalization-and-localization',
  'task-12-and-then-another-thing-entirely',
  'risk_2024_assessment_of_the_market',
])('leaves alone: %s', (text) => {
  expect(keysIn(text)).toEqual([])
})

it('validates a very long text in time that grows with its length alone', () => {
  for (const piece of ['bearer ', 'key=', 'sk-', '-----BEGIN PRIVATE KEY-----', 'eyJ', 'a1-'])
    expect(keysIn(piece.repeat(50_000)).length).toBeLessThan(3)
})

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

describe('the compiled contracts', () => {
  it.each(['contracts/test-usdc', 'contracts/multicall3-mini', '../testing/smart-wallet'])(
    '%s.json was made from its source as it is now',
    (name) => {
      const read = (ending: string) =>
        readFileSync(new URL(`../${name}.${ending}`, import.meta.url), 'utf8')
      const artifact = JSON.parse(read('json'))
      const hash = createHash('sha256').update(read('sol')).digest('hex')
      expect(
        artifact.sourceSha256,
        'run: node service/node/chains/evm/contracts/compile-contracts.mjs',
      ).toBe(hash)
      expect(artifact.runtime).toMatch(/^0x[0-9a-f]{100,}$/)
    },
  )
})

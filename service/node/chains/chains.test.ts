import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { chainsTests } from '../../testing/adapters/chains-tests.ts'
import { createChains } from './chains.ts'

for (const networkIds of ['test', 'mainnet'] as const)
  chainsTests({
    name: `memory, ${networkIds} ids`,
    open: () => {
      const chains = createChains({ networkIds })
      return Promise.resolve({ chains, close: () => chains.close() })
    },
  })

chainsTests({
  name: 'a data directory',
  open: async () => {
    const dataDirectory = await mkdtemp(path.join(tmpdir(), 'chains-'))
    const chains = createChains({ networkIds: 'test', dataDirectory })
    return {
      chains,
      close: async () => {
        await chains.close()
        rmSync(dataDirectory, { recursive: true })
      },
    }
  },
})

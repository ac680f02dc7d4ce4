import { storageTests } from '../testing/adapters/storage-tests.ts'
import { createMemoryStorage } from './memory-storage.ts'

storageTests({
  name: 'memory',
  open: async () => {
    const storage = createMemoryStorage()
    return [storage, storage]
  },
})

import { countersTests } from '../../testing/adapters/counters-tests.ts'
import { createLocalCounters } from './counters.ts'

countersTests({
  name: 'this process',
  open: () => {
    const counters = createLocalCounters()
    return Promise.resolve([counters, counters])
  },
})

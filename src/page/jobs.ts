import { pause } from '../core/client/pause.ts'
import { followJobs } from '../core/jobs/follow-jobs.ts'
import { isOpen } from '../core/jobs/job-kind.ts'
import { createJobs } from '../core/jobs/jobs.ts'
import { localText } from '../core/storage/db/browser-storage.ts'
import { addJob, changeJob, deleteJob, listJobs, subscribeJobs } from '../core/storage/jobs/jobs.ts'
import { navigate } from '../ui/hooks/location.tsx'
import { client } from './client.ts'
import { notices } from './notices.ts'

/** Stored without jobs being looked at: with the first press, a page knows that there is something to follow. */
const OPEN_FLAG = 'playground.open-jobs'

/** The jobs of this page; from the first use on, those of its connections are followed. */
export const jobs = createJobs({
  client,
  storage: {
    list: listJobs,
    add: addJob,
    change: changeJob,
    remove: deleteJob,
    subscribe: subscribeJobs,
  },
  pause,
  saveExchange: async (id) => {
    const part = await import('./save-finished.ts').catch(() => undefined)
    await part?.saveFinished(id)
  },
  onEnd: ({ id, kind, state }) =>
    notices.notify({
      text: `${kind.name} ${state === 'done' ? 'done' : state === 'failed' ? 'failed' : 'needs a check'}`,
      tag: id,
      show: () => navigate('/explore'),
    }),
})

jobs.store.subscribe(({ list = [] }) => {
  if (list.some(isOpen)) localText.save(OPEN_FLAG, '1')
  else localText.remove(OPEN_FLAG)
})
void followJobs(jobs)

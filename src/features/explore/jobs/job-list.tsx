import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'

import { isOpen } from '../../../core/jobs/job.ts'
import { client } from '../../../page/client.ts'
import { jobs } from '../../../page/jobs.ts'
import { notices } from '../../../page/notices.ts'
import { NotifyMe } from '../../../ui/feedback/notify-me.tsx'
import { JobItem } from './job-item.tsx'

/** Every job of this browser, the latest first; nothing where there is none. */
export function JobList() {
  const list = useStore(jobs.store, (state) => state.list)
  const open = useStore(client.connections.store, (state) => state.open)
  const region = useRef<HTMLElement>(null)
  const last = useRef<number>(undefined)
  useEffect(() => {
    // Below the form a new job may be out of sight; beside it this moves nothing.
    if (list !== undefined && list.length > (last.current ?? list.length))
      region.current?.scrollIntoView({ block: 'nearest' })
    last.current = list?.length
  }, [list])
  if (list === undefined || list.length === 0) return null
  return (
    <section ref={region} aria-label="Jobs" className="mb-4 flex flex-col gap-2 text-sm">
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <h2 className="grow text-lg font-semibold">Jobs</h2>
        {list.some(isOpen) && <NotifyMe notices={notices} />}
      </div>
      <ul className="flex max-h-[32rem] scroll-area flex-col gap-2">
        {list.map((job) => (
          <li key={job.id}>
            <JobItem job={job} connection={open.find(({ id }) => id === job.connection.id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

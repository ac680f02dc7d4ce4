import { useState } from 'react'

import type { Connection } from '../../core/client/connection/connections.ts'
import type { ApiCall } from '../../core/client/request.ts'
import { defaultKind, JOB_PRESETS, readJobKind } from '../../core/jobs/job-kind.ts'
import { submitJob } from '../../core/jobs/jobs.ts'
import { jobs } from '../../page/jobs.ts'
import { Disclosure } from '../../ui/content/disclosure.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'

interface JobStarterProps {
  connection: Connection
  /** The request on the screen: a POST without files. */
  call: ApiCall
  isDoubtful: boolean
}

/** Sends the request on the screen as a job: its result is retrieved by the page, also after a reload. */
export function JobStarter({ connection, call, isDoubtful }: JobStarterProps) {
  const { path, body, headers } = call
  const [route = ''] = path.split('?', 1)
  // What was written for a path stays with that path.
  const [written, setWritten] = useState<{ route: string; text: string }>()
  const text = written?.route === route ? written.text : JSON.stringify(defaultKind(path), null, 2)
  const kind = readJobKind(text)
  const start = () => {
    if (typeof kind === 'string') return
    submitJob(jobs, connection, kind, {
      path,
      ...(body === undefined ? {} : { body }),
      ...(headers === undefined ? {} : { headers }),
    }).catch(() => showToast("The job can't be stored in this browser, so it wasn't sent."))
  }
  const press = (
    <>
      <p className="text-text-2">
        The request is sent once. The page retrieves the result, also after a reload.
      </p>
      <Button disabled={typeof kind === 'string' || isDoubtful} onClick={start}>
        Start job
      </Button>
    </>
  )
  const retrieval = (
    <>
      <textarea
        aria-label="How it's retrieved"
        aria-invalid={typeof kind === 'string'}
        rows={8}
        spellCheck={false}
        value={text}
        onChange={({ target }) => setWritten({ route, text: target.value })}
        className="mt-1 w-full field font-mono text-xs"
      />
      <p role={typeof kind === 'string' ? 'alert' : undefined} className="text-xs text-text-3">
        {typeof kind === 'string'
          ? kind
          : '{id} is the job ID; {model} is that property of the request.'}
      </p>
    </>
  )
  if (Object.hasOwn(JOB_PRESETS, route))
    return (
      <section
        aria-label="Run as job"
        className="flex flex-col items-start gap-2 rounded-md border p-3"
      >
        {press}
        <Disclosure summary="How it's retrieved" className="w-full">
          {retrieval}
        </Disclosure>
      </section>
    )
  return (
    <Disclosure summary="Run as job" label="Run as job">
      <div className="flex flex-col items-start gap-2 p-2">
        {press}
        {retrieval}
      </div>
    </Disclosure>
  )
}

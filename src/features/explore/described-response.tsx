import { useMemo, useState } from 'react'

import type { ApiOperation, ApiResponse } from '../../core/client/queries/openapi.ts'
import { exampleOfSchema, schemaRows } from '../../core/explore/schema/value-of-schema.ts'
import { JsonView } from '../../ui/content/json-view.tsx'
import { Section } from '../../ui/content/section.tsx'
import { Segmented } from '../../ui/controls/toggles.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'

/** What an operation responds with, as its API describes it: shown until there is a response. */
export function DescribedResponse({ operation }: { operation: ApiOperation | undefined }) {
  const [success, ...others] = operation?.responses ?? []
  if (success === undefined)
    return (
      <EmptyState title="No requests yet">
        Responses appear here: JSON, tables, text, images, audio, video or files.
      </EmptyState>
    )
  return (
    <>
      <Success response={success} />
      {others.length > 0 && (
        <Section title="Other responses">
          <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-3 gap-y-1.5">
            {others.map(({ status, description }) => (
              <div key={status} className="contents">
                <dt>
                  <Badge>{status}</Badge>
                </dt>
                <dd className="text-text-2">{description}</dd>
              </div>
            ))}
          </dl>
        </Section>
      )}
    </>
  )
}

function Success({ response }: { response: ApiResponse }) {
  const { status, content } = response
  const [type, setType] = useState(content[0]?.type ?? '')
  const shown = content.find((one) => one.type === type)
  const rows = useMemo(() => schemaRows(shown?.schema ?? {}), [shown])
  const example = useMemo(() => shown && (shown.example ?? exampleOfSchema(shown.schema)), [shown])
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-lg font-semibold">Expected response</h2>
        <Badge>{status}</Badge>
        {content.length > 1 ? (
          <Segmented
            label="Media type"
            options={content.map((one) => ({ value: one.type, label: one.type }))}
            value={type}
            onChange={setType}
          />
        ) : (
          <span className="font-mono text-xs text-text-3">{type}</span>
        )}
      </div>
      {shown?.schema.file === true && <p className="text-text-2">The bytes of a file.</p>}
      {rows.length > 0 && (
        <>
          <Section title="Example">
            <JsonView value={example} label="Example response" openDepth={3} />
          </Section>
          <Section title="Fields">
            <dl aria-label="Response fields" className="flex flex-col gap-1.5">
              {rows.map(({ path, name, depth, type: ofType, required, description }) => (
                <div key={path} style={{ paddingInlineStart: `${depth}rem` }}>
                  <dt className="flex flex-wrap items-baseline gap-x-2">
                    <span className="font-mono">{name}</span>
                    <span className="text-xs text-text-3">
                      {ofType}
                      {required && ', always'}
                    </span>
                  </dt>
                  {description !== '' && <dd className="text-xs text-text-2">{description}</dd>}
                </div>
              ))}
            </dl>
          </Section>
        </>
      )}
    </>
  )
}

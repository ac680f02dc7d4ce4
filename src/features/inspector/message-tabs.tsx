import { memo, useMemo, useState } from 'react'

import { isNestedTooDeeply, MAX_JSON_DEPTH, readJson } from '../../../contract/json.ts'
import type { EventSequence, Exchange } from '../../core/client/exchanges/exchange.ts'
import { formatBytes, formatNumber } from '../../core/format/units.ts'
import { shortenData } from '../../core/inspector/body/embedded-data.ts'
import { answerFileName } from '../../core/inspector/code/code-request.ts'
import { outcomeSentence, statusPhrase } from '../../core/inspector/exchange-text.ts'
import { streamSummary, streamText } from '../../core/inspector/stream/stream-summary.ts'
import { BodyView, TextBody } from '../../ui/content/body-view.tsx'
import { LongText } from '../../ui/content/code.tsx'
import { JsonView } from '../../ui/content/json-view.tsx'
import { Section } from '../../ui/content/section.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Segmented } from '../../ui/controls/toggles.tsx'
import { saveFile } from '../../ui/files.ts'
import { FailureNote } from './failure-note.tsx'
import { DefinitionList, EncryptionNote } from './tab-parts.tsx'

/** What came back: the status with its meaning, and the body. */
export function ResponseTab({ exchange }: { exchange: Exchange }) {
  const { status, failure, body, events, eventCount } = exchange
  return (
    <div className="flex flex-col gap-4 p-3">
      <Section title={status === undefined ? 'No status' : statusPhrase(status)}>
        <p className="text-text-2">{outcomeSentence(exchange)}</p>
        {failure !== undefined && <FailureNote failure={failure} />}
      </Section>
      {body?.kind === 'json' && (
        <BodyView
          title="Response body"
          value={body.value}
          shorten={shortenData}
          size={formatBytes(body.bytes)}
        />
      )}
      {body?.kind === 'text' && (
        <Section title="Response body" aside={<Size bytes={body.bytes} />}>
          <TextBody
            label="Response body"
            text={body.text}
            maxDepth={MAX_JSON_DEPTH}
            isTooDeep={isNestedTooDeeply}
          />
        </Section>
      )}
      {body?.kind === 'file' && (
        <Section title="Response body" aside={<Size bytes={body.bytes} />}>
          <p>
            A file of type <code className="font-mono">{body.mediaType}</code>.
          </p>
          <Button onClick={() => saveFile(answerFileName(body.mediaType) ?? 'response', body.blob)}>
            Save file
          </Button>
        </Section>
      )}
      <EncryptionNote exchange={exchange} />
      {eventCount > 0 && <StreamBody events={events} count={eventCount} />}
    </div>
  )
}

function Size({ bytes }: { bytes: number }) {
  return <span className="text-text-3 tabular-nums">{formatBytes(bytes)}</span>
}

interface StreamBodyProps {
  events: EventSequence
  count: number
}

const views = [
  { value: 'raw', label: 'Raw' },
  { value: 'tree', label: 'Tree' },
] as const

/** A tree of more events than this would be slow to open; the stream view has all of them. */
const MAX_TREE_SIZE = 200

function StreamBody({ events, count }: StreamBodyProps) {
  const [view, setView] = useState<'raw' | 'tree'>('raw')
  return (
    <Section
      title="Response body"
      aside={
        <>
          <span className="text-text-3 tabular-nums">
            {formatBytes(streamSummary(events, count).bytes)}
          </span>
          <Segmented label="Response body as" options={views} value={view} onChange={setView} />
        </>
      }
    >
      {view === 'raw' ? (
        <LongText
          label="Response body"
          read={(limit) => streamText(events, count, limit)}
          whole={() => streamText(events, count, Infinity)}
          wrap
        />
      ) : (
        <EventTree events={events} count={Math.min(count, MAX_TREE_SIZE)} />
      )}
      {view === 'tree' && count > MAX_TREE_SIZE && (
        <p className="text-text-3">The first {formatNumber(MAX_TREE_SIZE)} events.</p>
      )}
    </Section>
  )
}

function EventTree({ events, count }: StreamBodyProps) {
  const values = useMemo(
    () => events.slice(0, count).map(({ data }) => readJson(data) ?? data),
    [events, count],
  )
  return <JsonView value={values} label="Response body" openDepth={1} />
}

/** What was sent: request line, headers with secrets masked, body. */
export const RequestTab = memo(function RequestTab({ request }: Pick<Exchange, 'request'>) {
  const { method, url, headers, body, form, bytes } = request
  return (
    <div className="flex flex-col gap-4 p-3">
      <Section title="Request line" aside={<CopyButton text={url} label="Copy URL" />}>
        <p className="font-mono text-xs leading-5">
          <span className="font-semibold">{method}</span> {url}
        </p>
      </Section>
      <Section title="Headers sent">
        <div className="font-mono text-xs">
          <DefinitionList items={headers} />
        </div>
        <p className="text-xs text-text-3">
          Secrets are never saved, only their length. Headers added by the browser aren't shown.
        </p>
      </Section>
      {form !== undefined ? (
        <Section title="Form fields">
          <dl className="flex flex-col gap-1 font-mono text-xs">
            {form.map((field, index) => (
              // The same name may stand twice in a form.
              <div key={`${index} ${field.name}`} className="wrap-anywhere">
                <dt className="inline text-text-2">{field.name}: </dt>
                <dd className="inline whitespace-pre-wrap">
                  {'text' in field ? field.text : `${field.fileName} (${fileFacts(field)})`}
                </dd>
              </div>
            ))}
          </dl>
        </Section>
      ) : body === undefined ? (
        <p className="text-text-3">
          {bytes === 0 ? 'This request has no body.' : 'The body was not JSON.'}
        </p>
      ) : (
        <>
          <EncryptionNote exchange={{ request, events: [] }} />
          <BodyView
            title="Request body"
            value={body}
            shorten={shortenData}
            size={formatBytes(bytes)}
          />
        </>
      )}
    </div>
  )
})

/** Programs that save requests leave the size of a file out, or its type. */
function fileFacts({ mediaType, bytes }: { mediaType: string; bytes: number }): string {
  return [mediaType || 'no type', ...(bytes > 0 ? [formatBytes(bytes)] : [])].join(', ')
}

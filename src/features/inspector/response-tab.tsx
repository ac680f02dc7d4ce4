import { adviceForFailure, type Failure } from '../../../contract/errors/failure.ts'
import { isNestedTooDeeply, MAX_JSON_DEPTH } from '../../../contract/json.ts'
import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { formatBytes } from '../../core/format/bytes.ts'
import { formatDuration } from '../../core/format/duration.ts'
import { shortenData } from '../../core/inspector/body/shorten-data.ts'
import { answerFileName } from '../../core/inspector/code/code-request.ts'
import { outcomeSentence, statusPhrase } from '../../core/inspector/exchange-text.ts'
import { connectedAt } from '../../core/inspector/timing/connected-at.ts'
import { timingPhases } from '../../core/inspector/timing/phases.ts'
import { BodyView } from '../../ui/content/body-view.tsx'
import { Section } from '../../ui/content/section.tsx'
import { TextBody } from '../../ui/content/text-body.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { EncryptionNote } from './encryption-note.tsx'
import { StreamBody } from './stream-body.tsx'

/** What came back: the status with its meaning, and the body. */
export function ResponseTab({ exchange }: { exchange: Exchange }) {
  const { status, failure, body, events, eventCount } = exchange
  return (
    <div className="flex flex-col gap-4 p-3">
      <Section title={status === undefined ? 'No status' : statusPhrase(status)}>
        <p className="text-text-2">{outcomeSentence(exchange)}</p>
        {failure !== undefined && <FailureNote failure={failure} />}
      </Section>
      <Section title="Timing">
        <Waterfall exchange={exchange} />
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
          <Button onClick={() => saveFile(answerFileName(body.mediaType) ?? 'answer', body.blob)}>
            Save the file
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

/** A failure in words. Not an alert: the place where it happened has announced it already. */
function FailureNote({ failure }: { failure: Failure }) {
  const { title, meaning, nextStep } = adviceForFailure(failure)
  return (
    <div className="flex flex-col gap-1 rounded-md border border-bad/50 bg-bad/5 p-3">
      <p className="font-semibold text-bad">{title}</p>
      <p>{meaning}</p>
      {!title.startsWith(failure.message.replace(/\.$/, '')) && (
        <p className="text-text-2">
          <span className="text-text-3">In its own words: </span>
          {failure.message}
        </p>
      )}
      <p className="text-text-2">{nextStep}</p>
    </div>
  )
}

/** Where the time of an exchange went: one bar per phase, each beginning where the last one ended. */
function Waterfall({ exchange }: { exchange: Exchange }) {
  const connected = exchange.timing.connected ?? connectedAt(exchange)
  const phases = timingPhases({
    timing: { ...exchange.timing, ...(connected === undefined ? {} : { connected }) },
  })
  const total = phases.at(-1)?.to ?? 0
  if (total === 0) return <p className="text-text-3">Nothing has come back yet.</p>
  return (
    <>
      <ol aria-label="Phases" className="flex flex-col gap-1">
        {phases.map(({ name, meaning, from, to }) => (
          <li key={name} title={meaning} className="timing-phase text-xs">
            <span className="text-text-2">{name}</span>
            <svg aria-hidden viewBox="0 0 1000 8" preserveAspectRatio="none">
              <rect
                x={(from / total) * 1000}
                width={Math.max(3, ((to - from) / total) * 1000)}
                height={8}
              />
            </svg>
            <span className="text-right tabular-nums">{formatDuration(to - from)}</span>
          </li>
        ))}
      </ol>
      {connected === undefined && (
        <p className="text-xs text-text-3">
          The browser does not tell how long connecting took; it is part of the first phase.
        </p>
      )}
    </>
  )
}

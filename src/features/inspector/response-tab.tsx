import { isNestedTooDeeply, MAX_JSON_DEPTH } from '../../../contract/json.ts'
import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { formatBytes } from '../../core/format/bytes.ts'
import { shortenData } from '../../core/inspector/body/shorten-data.ts'
import { answerFileName } from '../../core/inspector/code/code-request.ts'
import { outcomeSentence, statusPhrase } from '../../core/inspector/exchange-text.ts'
import { BodyView } from '../../ui/content/body-view.tsx'
import { Section } from '../../ui/content/section.tsx'
import { TextBody } from '../../ui/content/text-body.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { EncryptionNote } from './encryption-note.tsx'
import { FailureNote } from './failure-note.tsx'
import { StreamBody } from './stream/stream-body.tsx'

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

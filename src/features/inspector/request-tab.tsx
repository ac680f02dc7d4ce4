import { memo } from 'react'

import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { formatBytes } from '../../core/format/units.ts'
import { shortenData } from '../../core/inspector/body/embedded-data.ts'
import { BodyView } from '../../ui/content/body-view.tsx'
import { Section } from '../../ui/content/section.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { DefinitionList } from './definition-list.tsx'
import { EncryptionNote } from './encryption-note.tsx'

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

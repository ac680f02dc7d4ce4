import { useMemo, useState } from 'react'

import { headerValue, type HeaderList } from '../../../../contract/headers/header-list.ts'
import { isNestedTooDeeply, MAX_JSON_DEPTH } from '../../../../contract/json.ts'
import type { ExchangeBody } from '../../../core/client/exchanges/exchange.ts'
import { readCsv } from '../../../core/explore/response/read-csv.ts'
import { formatBytes } from '../../../core/format/bytes.ts'
import { fileName } from '../../../core/format/file-name.ts'
import { shortenData } from '../../../core/inspector/body/shorten-data.ts'
import { BodyView } from '../../../ui/content/body-view.tsx'
import { TextBody } from '../../../ui/content/text-body.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { AnswerFile } from './answer-file.tsx'
import { CsvTable } from './csv-table.tsx'

interface AnswerBodyProps {
  body: ExchangeBody
  headers: HeaderList
}

/** What came back, as what it is: JSON, a table, text, a picture, sound, film, or a file to save. */
export function AnswerBody({ body, headers }: AnswerBodyProps) {
  switch (body.kind) {
    case 'json':
      return (
        <BodyView
          title="Response body"
          value={body.value}
          shorten={shortenData}
          size={formatBytes(body.bytes)}
        />
      )
    case 'text':
      return <TextAnswer text={body.text} headers={headers} />
    case 'file':
      return (
        <AnswerFile
          blob={body.blob}
          mediaType={body.mediaType}
          fileName={givenName(headerValue(headers, 'content-disposition'))}
        />
      )
  }
}

const textBody = { label: 'Response body', maxDepth: MAX_JSON_DEPTH, isTooDeep: isNestedTooDeeply }

const views = [
  { value: 'table', label: 'Table' },
  { value: 'text', label: 'Text' },
] as const

function TextAnswer({ text, headers }: { text: string; headers: HeaderList }) {
  const [view, setView] = useState<'table' | 'text'>('table')
  const isCsv = /^text\/csv\b/i.test(headerValue(headers, 'content-type') ?? '')
  const csv = useMemo(() => (isCsv ? readCsv(text) : undefined), [isCsv, text])
  if (csv === undefined || text === '') return <TextBody {...textBody} text={text} />
  const name = givenName(headerValue(headers, 'content-disposition')) ?? 'response.csv'
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <Segmented label="Response body as" options={views} value={view} onChange={setView} />
        <Button onClick={() => saveFile(name, new Blob([text], { type: 'text/csv' }))}>
          Save file
        </Button>
      </div>
      {view === 'table' ? <CsvTable csv={csv} /> : <TextBody {...textBody} text={text} />}
    </div>
  )
}

/** The name in `Content-Disposition`, made harmless; undefined when there is none. */
function givenName(disposition: string | undefined): string | undefined {
  const given = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]
  const [, stem, extension] = /^(.+)\.([A-Za-z0-9]{1,8})$/.exec(given ?? '') ?? []
  return stem === undefined ? undefined : `${fileName(stem, 'response')}.${extension}`
}

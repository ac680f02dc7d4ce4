import type { AnswerMedia } from '../../../../contract/chat/answer-media.ts'
import type { ToolContent, ToolResult } from '../../../core/tools/tool.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { JsonView } from '../../../ui/content/json-view.tsx'
import { LongText } from '../../../ui/content/long-text.tsx'
import { visibleText } from '../../../ui/content/visible-text.ts'
import { MediaList } from '../answer/media/media-list.tsx'

/** What a tool returned, all of it inert: nothing in it is followed, run or fetched. */
export function ToolResultView({ tool, result }: { tool: string; result: ToolResult }) {
  const { content, structured } = result
  const isRich = content.some(({ type }) => type !== 'text')
  return (
    <Disclosure
      label={`Result of ${tool}`}
      open={isRich}
      summary={<span className="text-text-2">Result</span>}
    >
      <div className="mt-1 flex flex-col gap-2 pl-5">
        {content.map((piece, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a result never changes
          <Piece key={index} piece={piece} tool={tool} />
        ))}
        {structured !== undefined && <JsonView label="Structured result" value={structured} />}
        {content.length === 0 && structured === undefined && (
          <p className="text-sm text-text-3">The result is empty.</p>
        )}
      </div>
    </Disclosure>
  )
}

function Piece({ piece, tool }: { piece: ToolContent; tool: string }) {
  switch (piece.type) {
    case 'text':
      return <Text label={`Output of ${tool}`} text={piece.text} />
    case 'image':
    case 'audio':
      return <Media kind={piece.type} base64={piece.base64} />
    case 'resource':
      return (
        <div className="flex flex-col gap-1">
          <Uri uri={piece.uri} />
          {piece.text !== undefined && <Text label={`Output of ${tool}`} text={piece.text} />}
          {piece.base64 !== undefined && <Media kind="image" base64={piece.base64} />}
        </div>
      )
    case 'resource_link':
      return (
        <div className="flex flex-col gap-1 text-sm">
          <p>{visibleText(piece.name)}</p>
          <Uri uri={piece.uri} />
          {piece.description !== undefined && (
            <p className="text-text-2">{visibleText(piece.description)}</p>
          )}
        </div>
      )
    case 'unknown':
      return <JsonView label="Result" value={piece.value} />
  }
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <LongText
      label={label}
      read={(limit) => visibleText(text.slice(0, limit)).slice(0, limit)}
      whole={() => text}
      wrap
      className="max-h-80 overflow-y-auto"
    />
  )
}

/** Where a resource is, as text: a tool's link is not one to press. */
function Uri({ uri }: { uri: string }) {
  return <p className="font-mono text-xs wrap-anywhere text-text-2">{visibleText(uri)}</p>
}

/** What its bytes are, whatever the server says; a URL in their place is no bytes. */
function Media({ kind, base64 }: { kind: AnswerMedia['kind']; base64: string }) {
  const isData = /^[\w+/=-]*$/.test(base64)
  const media: AnswerMedia = { kind, pieces: [isData ? base64 : ''] }
  return <MediaList media={[media]} settled />
}

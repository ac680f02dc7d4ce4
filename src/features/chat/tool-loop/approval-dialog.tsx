import { useEffect, useMemo, useState } from 'react'

import { jsonDifferences, type JsonDifference } from '../../../../contract/json-differences.ts'
import { isJsonObject, readJson, type JsonValue } from '../../../../contract/json.ts'
import type { ToolAsk } from '../../../core/tools/tool-runs.ts'
import { toolRunner } from '../../../page/tools/tool-servers.ts'
import { LongText } from '../../../ui/content/code.tsx'
import { visibleText } from '../../../ui/content/visible-text.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { argumentsText } from '../tools/arguments-text.ts'

/** A press that was meant for what stood there before the dialog allows nothing: ms. */
const GUARD_MS = 400
/** Differences that are listed: a server may change thousands of places. */
const MAX_DIFFERENCES = 30
/** Characters of one side of a difference. */
const MAX_SIDE = 2_000

/**
 * Asks whether a call may be made. Everything of the tool is text of others: it is shown as it is, with
 * what would be invisible made visible. Closing it allows nothing and stops the run.
 */
export function ApprovalDialog({ ask }: { ask: ToolAsk }) {
  const { call, target, earlier, readOnly } = ask
  const { source, identity } = target
  const isGuarded = useGuard()
  const definition = useMemo(() => readObject(identity.definition), [identity.definition])
  const title = textOf(definition['title'])
  const description = textOf(definition['description'])
  const isReadOnly = definition['readOnly'] === true
  const decide = (decision: Parameters<typeof toolRunner.decide>[1]) => () =>
    toolRunner.decide(ask.id, decision)
  return (
    <Dialog
      title="Allow this tool?"
      onClose={() => toolRunner.stop()}
      footer={
        <>
          <Button
            data-autofocus
            variant="danger"
            className="mr-auto"
            title="Not in this conversation; it can be allowed again in Settings"
            onClick={decide('never')}
          >
            Deny
          </Button>
          <Button disabled={isGuarded} onClick={decide('conversation')}>
            Allow in this conversation
          </Button>
          <Button disabled={isGuarded} onClick={decide('once')}>
            Allow once
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          <dt className="text-text-3">Tool</dt>
          <dd className="flex flex-wrap items-center gap-2">
            <span className="font-mono text-xs wrap-anywhere">{visibleText(identity.tool)}</span>
            {title.toLowerCase() !== identity.tool.toLowerCase() && (
              <span className="text-text-2">{visibleText(title)}</span>
            )}
            {isReadOnly && (
              <Badge title="The server reports that this tool changes nothing">read-only</Badge>
            )}
          </dd>
          <dt className="text-text-3">Server</dt>
          <dd className="wrap-anywhere">
            {visibleText(source.name)}{' '}
            <span className="font-mono text-xs text-text-2">
              {source.url === 'page' ? 'runs in this page' : visibleText(source.url)}
            </span>
          </dd>
        </dl>
        {earlier !== undefined && (
          <Changes before={earlier.definition} after={identity.definition} />
        )}
        <section className="flex flex-col gap-1">
          <h3 className="font-medium">Sent to the server</h3>
          <LongText
            label="Arguments"
            read={(limit) =>
              visibleText(argumentsText(call.arguments, limit)).slice(0, limit) || 'no arguments'
            }
            whole={() => call.arguments}
            wrap
            className="max-h-60 overflow-y-auto"
          />
        </section>
        {description !== '' && (
          <section className="flex flex-col gap-1">
            <h3 className="font-medium">Described by the server as</h3>
            <p className="max-h-40 overflow-y-auto rounded-md bg-surface-2 p-2 wrap-anywhere whitespace-pre-wrap text-text-2">
              {visibleText(description)}
            </p>
          </section>
        )}
        {isReadOnly && readOnly.length > 1 && (
          <div className="flex flex-col gap-1">
            <Button
              disabled={isGuarded}
              className="self-start text-left whitespace-normal!"
              onClick={decide('read_only')}
            >
              Allow all {readOnly.length} read-only tools of {visibleText(source.name)}
            </Button>
            <p className="max-h-20 overflow-y-auto font-mono text-xs wrap-anywhere text-text-3">
              {readOnly.map(({ tool }) => visibleText(tool)).join(', ')}
            </p>
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** True at first, for as long as a press under way may still be meant for something else. */
function useGuard(): boolean {
  const [isGuarded, setGuarded] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setGuarded(false), GUARD_MS)
    return () => clearTimeout(timer)
  }, [])
  return isGuarded
}

function Changes({ before, after }: { before: string | undefined; after: string }) {
  const differences = useMemo(
    () => (before === undefined ? [] : jsonDifferences(readJson(before), readJson(after))),
    [before, after],
  )
  return (
    <section
      aria-label="Changes"
      className="flex flex-col gap-2 rounded-md border border-warn/50 bg-warn/5 p-3"
    >
      <h3 className="font-semibold text-warn">This tool changed since you last decided</h3>
      <ul className="flex max-h-52 flex-col gap-2 overflow-y-auto">
        {differences.slice(0, MAX_DIFFERENCES).map((difference) => (
          <Change key={difference.path} difference={difference} />
        ))}
      </ul>
      {before === undefined && (
        <p className="text-text-2">Its earlier definition was too long to be saved.</p>
      )}
      {differences.length > MAX_DIFFERENCES && (
        <p className="text-text-2">And {differences.length - MAX_DIFFERENCES} more changes.</p>
      )}
    </section>
  )
}

function Change({ difference: { path, before, after } }: { difference: JsonDifference }) {
  return (
    <li className="flex flex-col gap-0.5">
      <span className="font-mono text-xs wrap-anywhere text-text-2">
        {visibleText(path.slice(0, 200)) || 'definition'}
      </span>
      {before !== undefined && (
        <del className="rounded-sm bg-bad/10 px-1 wrap-anywhere whitespace-pre-wrap text-text-2">
          <span className="sr-only">Before: </span>
          {sideText(before)}
        </del>
      )}
      {after !== undefined && (
        <ins className="rounded-sm bg-good/10 px-1 wrap-anywhere whitespace-pre-wrap no-underline">
          <span className="sr-only">Now: </span>
          {sideText(after)}
        </ins>
      )}
    </li>
  )
}

function sideText(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return visibleText(text.length > MAX_SIDE ? `${text.slice(0, MAX_SIDE)}…` : text)
}

function readObject(text: string) {
  const value = readJson(text)
  return isJsonObject(value) ? value : {}
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

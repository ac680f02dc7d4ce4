import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { prependToDraft } from '../../../core/chat/drafts/outbox.ts'
import type {
  Listed,
  ToolServerPrompt,
  ToolServerResource,
  ToolServerResult,
} from '../../../core/mcp/server-data.ts'
import type { ToolServer } from '../../../core/mcp/tool-server.ts'
import { fillToolSlot } from '../../../core/tools/conversation-settings.ts'
import { contentText } from '../../../core/tools/result-text.ts'
import { chat } from '../../../page/chat.ts'
import { toolServers } from '../../../page/tools/tool-servers.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { visibleText } from '../../../ui/content/visible-text.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { showNotLoaded } from '../../../ui/feedback/part.tsx'
import { Skeleton } from '../../../ui/feedback/states.tsx'
import { ServerFailure, useToolServer } from './server-failure.tsx'

/** The prompts and resources of the servers that this conversation uses. */
export function OfferedLists() {
  const saved = useStore(toolServers.saved.store)
  const used = useStore(chat.conversation, ({ conversation }) => conversation.tools?.sources)
  return saved
    .filter(({ id }) => used?.includes(id) ?? false)
    .map(({ id, name }) => <OffersOf key={id} id={id} name={name} />)
}

/** The servers that a link or a preset was made with: each waits for one of this browser in its place. */
export function ToolSlots() {
  const slots = useStore(chat.conversation, ({ conversation }) => conversation.tools?.slots)
  const sources = useStore(chat.toolSources, ({ list }) => list)
  const servers = sources.filter(({ kind }) => kind === 'mcp')
  return slots?.map(({ name, tools }, index) => (
    <div
      key={index}
      role="group"
      aria-label={`Tool server ${visibleText(name)}`}
      className="flex flex-col gap-1 rounded-md bg-surface-2 p-2 text-xs text-text-2"
    >
      <p className="wrap-anywhere">
        This chat uses a tool server, {visibleText(name)}:{' '}
        {visibleText(tools.map((tool) => tool.name).join(', '))}. Connect your own, or enter the
        results yourself.
      </p>
      <div className="flex flex-wrap gap-1">
        {servers.map((server) => (
          <Button key={server.id} onClick={() => fillToolSlot(chat, name, server.id)}>
            Use {visibleText(server.name)}
          </Button>
        ))}
        <Button variant="ghost" onClick={() => fillToolSlot(chat, name)}>
          Remove
        </Button>
      </div>
    </div>
  ))
}

function OffersOf({ id, name }: { id: string; name: string }) {
  const { server, state } = useToolServer(id)
  if (server === undefined || state.status !== 'connected') return null
  const { prompts, resources } = state.info.offers
  return (
    <>
      {prompts && (
        <Offered
          title={`Prompts of ${name}`}
          load={(signal) => server.listPrompts(signal)}
          item={(prompt) => <PromptRow server={server} prompt={prompt} />}
        />
      )}
      {resources && (
        <Offered
          title={`Resources of ${name}`}
          load={(signal) => server.listResources(signal)}
          item={(resource) => <ResourceRow server={server} resource={resource} />}
        />
      )}
    </>
  )
}

interface OfferedProps<T> {
  title: string
  load: (signal: AbortSignal) => Promise<ToolServerResult<Listed<T>>>
  item: (item: T) => ReactNode
}

function Offered<T>({ title, load, item }: OfferedProps<T>) {
  const [open, setOpen] = useState(false)
  const [found, setFound] = useState<ToolServerResult<Listed<T>>>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!open) return undefined
    const controller = new AbortController()
    void load(controller.signal).then((result) => {
      if (!controller.signal.aborted) setFound(result)
    })
    return () => controller.abort()
    // What it loads with is made anew with every draw.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [open, attempt])
  return (
    <Disclosure open={open} onToggle={setOpen} summary={<span className="truncate">{title}</span>}>
      {open &&
        (found === undefined ? (
          <Skeleton lines={2} className="p-2" />
        ) : found.ok ? (
          <>
            <ul aria-label={title} className="flex max-h-72 flex-col overflow-y-auto pl-4">
              {found.value.items.map((one, index) => (
                <li key={index} className="py-1">
                  {item(one)}
                </li>
              ))}
            </ul>
            {found.value.items.length === 0 && (
              <p className="pl-5 text-xs text-text-3">The list is empty.</p>
            )}
            {found.value.notes.map((note) => (
              <p key={note} className="pl-5 text-xs text-warn">
                {visibleText(note)}
              </p>
            ))}
          </>
        ) : (
          <ServerFailure
            failure={found.failure}
            exchangeId={found.exchangeId}
            actions={<Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>}
          />
        ))}
    </Disclosure>
  )
}

function PromptRow({ server, prompt }: { server: ToolServer; prompt: ToolServerPrompt }) {
  const { run, isRunning, problem } = useServerCall()
  const [isAsking, setAsking] = useState(false)
  const insert = (values: Readonly<Record<string, string>>) =>
    run(async (signal) => {
      const result = await server.getPrompt(prompt.name, values, signal)
      if (!result.ok) return result
      const text = result.value.messages.map(({ content }) => contentText(content)).join('\n\n')
      prependToDraft(chat, text)
      setAsking(false)
      document.querySelector<HTMLElement>('textarea[aria-label="Message"]')?.focus()
      return undefined
    })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entries = [...new FormData(event.currentTarget)].flatMap(([key, value]) =>
      typeof value === 'string' && value !== '' ? [[key, value] as const] : [],
    )
    void insert(Object.fromEntries(entries))
  }
  const label = visibleText(prompt.title ?? prompt.name)
  return (
    <div className="flex flex-col gap-1">
      <Line label={label} description={prompt.description}>
        <Button
          aria-label={`Use prompt ${label}`}
          disabled={isRunning}
          aria-expanded={prompt.arguments.length > 0 ? isAsking : undefined}
          onClick={() => (prompt.arguments.length > 0 ? setAsking(!isAsking) : void insert({}))}
        >
          Use
        </Button>
      </Line>
      {isAsking && (
        <form onSubmit={submit} className="flex flex-col gap-2 rounded-md bg-surface-2 p-2">
          {prompt.arguments.map(({ name, description, isRequired }) => (
            <label key={name} className="flex flex-col gap-1 text-xs text-text-2">
              {visibleText(name)}
              <input
                name={name}
                required={isRequired}
                placeholder={description === undefined ? '' : visibleText(description).slice(0, 80)}
                className="w-full field"
              />
            </label>
          ))}
          <Button type="submit" className="self-end" disabled={isRunning}>
            Insert prompt
          </Button>
        </form>
      )}
      {problem}
    </div>
  )
}

function ResourceRow({ server, resource }: { server: ToolServer; resource: ToolServerResource }) {
  const { run, isRunning, problem } = useServerCall()
  const { uri, name, title, description, mimeType, isTemplate } = resource
  const label = visibleText(title ?? name)
  const attach = () =>
    run(async (signal) => {
      const result = await server.readResource(uri, signal)
      if (!result.ok) return result
      const text = result.value.map(contentText).join('\n\n')
      const file = new File([text], `${fileName(name)}.txt`, { type: 'text/plain' })
      const part = await import('../attachments/attachments.ts').catch(() => undefined)
      if (part === undefined) await showNotLoaded()
      else await part.attachFiles([file])
      return undefined
    })
  return (
    <div className="flex flex-col gap-1">
      <Line label={label} description={description ?? mimeType}>
        {isTemplate !== true && (
          <Button aria-label={`Attach ${label}`} disabled={isRunning} onClick={() => void attach()}>
            Attach
          </Button>
        )}
      </Line>
      <p className="font-mono text-xs wrap-anywhere text-text-3">{visibleText(uri)}</p>
      {problem}
    </div>
  )
}

interface LineProps {
  label: string
  description: string | undefined
  children: ReactNode
}

function Line({ label, description, children }: LineProps) {
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 grow">
        <p className="truncate text-sm">{label}</p>
        {description !== undefined && (
          <p className="line-clamp-2 text-xs wrap-anywhere text-text-3">
            {visibleText(description.slice(0, 300))}
          </p>
        )}
      </div>
      {children}
    </div>
  )
}

type Failed = Extract<ToolServerResult<unknown>, { ok: false }>

/** One call at a time, which ends when its row goes. */
function useServerCall() {
  const [running, setRunning] = useState<AbortController>()
  const [failed, setFailed] = useState<Failed>()
  useEffect(() => () => running?.abort(), [running])
  return {
    isRunning: running !== undefined,
    run: async (call: (signal: AbortSignal) => Promise<Failed | undefined>) => {
      const controller = new AbortController()
      setRunning(controller)
      setFailed(undefined)
      setFailed(await call(controller.signal))
      setRunning(undefined)
    },
    problem: failed && <ServerFailure failure={failed.failure} exchangeId={failed.exchangeId} />,
  }
}

function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 60) || 'resource'
}

import { useState } from 'react'

import {
  type ApiDescription,
  type ApiOperation,
  MAX_OPERATIONS,
} from '../../core/client/queries/openapi.ts'
import type { ApiMethod } from '../../core/client/request.ts'
import { findOperations } from '../../core/explore/find-operations.ts'
import { Combobox } from '../../ui/controls/combobox.tsx'

interface OperationListProps {
  description: ApiDescription
  chosen: ApiOperation | undefined
  onChoose: (operation: ApiOperation) => void
}

/** Every operation that the API describes, by tag, with a search. */
export function OperationList({ description, chosen, onChoose }: OperationListProps) {
  const [text, setText] = useState('')
  const groups = findOperations(description.operations, text)
  return (
    <nav aria-label="Endpoints" className="flex min-h-0 flex-col gap-2 p-3 text-sm">
      <input
        type="search"
        aria-label="Search endpoints"
        placeholder="Search endpoints"
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="w-full field"
      />
      {groups.map(({ tag, operations }) => (
        <section key={tag} aria-label={tag} className="flex flex-col">
          <h2 className="px-2 pt-3 pb-1 text-sm font-semibold">{tag}</h2>
          <ul>
            {operations.map((operation) => (
              <li key={operation.key}>
                <OperationButton
                  operation={operation}
                  isChosen={operation.key === chosen?.key}
                  onChoose={onChoose}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {groups.length === 0 && <p className="px-2 text-text-3">No matching endpoints</p>}
      <p className="px-2 pt-2 text-xs text-text-3">
        {description.operations.length} endpoints · {description.title} {description.version}
        {description.unlisted > 0 &&
          `. ${description.unlisted} more not listed: outside the base URL, or beyond ${MAX_OPERATIONS}.`}
      </p>
    </nav>
  )
}

interface OperationButtonProps {
  operation: ApiOperation
  isChosen: boolean
  onChoose: (operation: ApiOperation) => void
}

function OperationButton({ operation, isChosen, onChoose }: OperationButtonProps) {
  const { method, path, summary, deprecated } = operation
  return (
    <button
      type="button"
      aria-current={isChosen ? 'true' : undefined}
      onClick={() => onChoose(operation)}
      className="flex w-full flex-col rounded-md px-2 py-1.5 text-left target hover:bg-surface-2 aria-[current=true]:bg-surface-3"
    >
      <span className="flex w-full items-baseline gap-2 font-mono text-sm">
        <span className="w-11 shrink-0 text-xs">
          <MethodName method={method} />
        </span>
        <span className={deprecated ? 'line-through' : ''}>{path}</span>
      </span>
      {summary !== '' && <span className="pl-13 text-xs text-text-3">{summary}</span>}
    </button>
  )
}

/** The operations as one field, where there is no room for a list. */
export function OperationPicker({ description, chosen, onChoose }: OperationListProps) {
  const { operations } = description
  return (
    <Combobox
      label="Endpoint"
      value={chosen?.key ?? ''}
      placeholder="Select an endpoint"
      options={findOperations(operations, '').flatMap(({ tag, operations: inTag }) =>
        inTag.map(({ key, summary }) => ({
          value: key,
          group: tag,
          keywords: `${tag} ${summary}`,
        })),
      )}
      onChange={(key) => {
        const operation = operations.find((one) => one.key === key)
        if (operation !== undefined) onChoose(operation)
      }}
    />
  )
}

const colors: Record<ApiMethod, string> = {
  GET: 'text-accent',
  POST: 'text-good',
  PUT: 'text-warn',
  PATCH: 'text-warn',
  DELETE: 'text-bad',
}

/** The method of an operation; its color says what it does: reads, adds, changes or deletes. */
function MethodName({ method }: { method: ApiMethod }) {
  return <span className={`font-medium ${colors[method]}`}>{method}</span>
}

import FolderInput from 'lucide-react/icons/folder-input'
import { useState } from 'react'
import { useStore } from 'zustand'

import type { CaseDraft } from '../../core/evaluate/board-edits.ts'
import { MAX_CASES } from '../../core/evaluate/board.ts'
import {
  type CasesTable,
  chooseUse,
  type ColumnUse,
  type TableChoices,
} from '../../core/evaluate/cases/read-cases.ts'
import { describeCheck } from '../../core/evaluate/checks/check-kinds.ts'
import { hasChecks } from '../../core/evaluate/checks/outcomes.ts'
import { formatBytes, formatNumber } from '../../core/format/units.ts'
import { leftOutText } from '../../core/share/import/import-report.ts'
import { boards } from '../../page/evaluate.ts'
import { Button } from '../../ui/controls/button.tsx'
import { pickFile } from '../../ui/controls/file-picker.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { Switch } from '../../ui/controls/toggles.tsx'
import { useLoaded } from '../../ui/hooks/use-loaded.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { jobClient } from '../../ui/workers/job-client.ts'
import type { CasesJob } from './cases.worker.ts'
// oxlint-disable-next-line import/default -- made by Vite
import workerUrl from './cases.worker.ts?worker&url'

/** A longer text is not drawn: a field of megabytes stops the page. */
const MAX_SHOWN_CHARS = 200_000

const AS_READ: TableChoices = {}

interface ImportCasesDialogProps {
  /** `isChecked`: responses are to be checked for the expected value. */
  onImport: (cases: readonly CaseDraft[], isChecked: boolean) => void
  onClose: () => void
}

/** Takes cases from a pasted table or a file, and shows what its columns become before they are added. */
export function ImportCasesDialog({ onImport, onClose }: ImportCasesDialogProps) {
  const [source, setSource] = useState<string | File>('')
  const [choices, setChoices] = useState(AS_READ)
  const { table, problem: fault, isReading } = useCasesTable(source, choices)
  const room = useStore(boards.state, ({ board }) => MAX_CASES - board.cases.length)
  const [isCheckWanted, setCheckWanted] = useState(true)
  const hasOwnChecks = useStore(boards.state, ({ board }) => hasChecks(board))
  const hasExpected = table?.cases.some(({ expected }) => expected !== undefined) === true
  const offersCheck =
    hasExpected && !hasOwnChecks && table?.columns.some(({ use }) => use === 'expected') === true
  const isTooMuch = table !== undefined && table.cases.length > room
  const problem = isTooMuch ? `The board has room for ${formatNumber(room)} more cases.` : fault
  const change = (next: string | File) => {
    setSource(next)
    // What was chosen was for the table before, unless that is being written.
    if (typeof next !== 'string' || typeof source !== 'string' || source === '') setChoices(AS_READ)
  }
  const choose = async () => {
    const file = await pickFile(
      '.csv,.tsv,.tab,.txt,.json,.jsonl,.ndjson,text/csv,application/json',
    )
    if (file !== undefined) change(file)
  }
  return (
    <Dialog
      title="Import cases"
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button className="mr-auto" onClick={() => void choose()}>
            <FolderInput size={14} aria-hidden /> Choose file
          </Button>
          <Button
            variant="primary"
            disabled={isReading || table === undefined || isTooMuch}
            onClick={() => {
              if (table !== undefined) onImport(table.cases, offersCheck && isCheckWanted)
            }}
          >
            Import
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p className="text-text-2">
          Paste cells from a spreadsheet, CSV, TSV or JSONL. Each row becomes a case.
        </p>
        {typeof source === 'string' && source.length <= MAX_SHOWN_CHARS ? (
          <TextArea
            aria-label="Cases"
            data-autofocus
            rows={5}
            value={source}
            spellCheck={false}
            onChange={(event) => change(event.target.value)}
            placeholder={'input,expected\nCapital of France?,Paris'}
            className="max-h-[30vh] font-mono text-xs"
          />
        ) : (
          <p className="flex items-center gap-2">
            {typeof source === 'string'
              ? `${formatBytes(source.length)} of text.`
              : `${source.name}, ${formatBytes(source.size)}.`}
            <Button onClick={() => change('')}>Clear</Button>
          </p>
        )}
        {problem !== undefined && (
          <p role="alert" className="text-bad">
            {problem}
          </p>
        )}
        {table !== undefined && <Preview table={table} choices={choices} onChoices={setChoices} />}
        {offersCheck && (
          <label className="flex items-center gap-2 target">
            <input
              type="checkbox"
              checked={isCheckWanted}
              onChange={({ target }) => setCheckWanted(target.checked)}
              className="size-4 accent-accent"
            />
            Add the check “{describeCheck({ type: 'contains' })}”
          </label>
        )}
      </div>
    </Dialog>
  )
}

interface PreviewProps {
  table: CasesTable
  choices: TableChoices
  onChoices: (choices: TableChoices) => void
}

function Preview({ table, choices, onChoices }: PreviewProps) {
  const { columns, preview, hasHeader, cases, report } = table
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <output className="font-medium">{countOf(cases)}</output>
        {hasHeader !== undefined && (
          <span className="flex items-center gap-2 text-text-2">
            <span aria-hidden>First row has names</span>
            <Switch
              label="First row has names"
              checked={hasHeader}
              onChange={(next) => onChoices({ hasHeader: next })}
            />
          </span>
        )}
      </div>
      {report.leftOut.length > 0 && <p className="text-warn">{leftOutText(report).join(' ')}</p>}
      <div className="overflow-x-auto">
        <table aria-label="Preview" className="w-full text-left text-xs">
          <thead>
            <tr>
              {columns.map(({ name, use, variable }, at) => (
                <th key={variable} scope="col" className="min-w-36 p-1 align-bottom font-normal">
                  {hasHeader !== false && (
                    <span className="block max-w-60 truncate px-1 font-mono text-text-3">
                      {name}
                    </span>
                  )}
                  <Select
                    aria-label={`Column ${name === '' ? at + 1 : name}`}
                    options={uses(variable)}
                    value={use}
                    onChange={(chosen) => onChoices(chooseUse(choices, at, chosen))}
                    className="w-full"
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.map((row, at) => (
              <tr key={at} className="border-t border-line">
                {row.map((value, column) => (
                  <td
                    key={columns[column]?.variable}
                    className="max-w-60 truncate px-2 py-1.5 text-text-2"
                  >
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function uses(variable: string): { value: ColumnUse; label: string }[] {
  return [
    { value: 'variable', label: `{{${variable}}}` },
    { value: 'expected', label: 'Expected value' },
    { value: 'messages', label: 'Messages' },
    { value: 'none', label: 'Not imported' },
  ]
}

function countOf(cases: readonly CaseDraft[]): string {
  const rest = cases.length > 5 ? ', first 5 shown' : ''
  return cases.length === 1 ? '1 case' : `${formatNumber(cases.length)} cases${rest}`
}

const readInWorker = jobClient<CasesJob, CasesTable>(workerUrl, {
  silence: 30_000,
  words: 'Reading the table timed out.',
})

interface TableReading {
  isReading: boolean
  table?: CasesTable
  problem?: string
}

/** Reads the cases of a text or file in a worker, again after each change; nothing of an empty text. */
function useCasesTable(source: string | File, choices: TableChoices): TableReading {
  const isEmpty = source === ''
  const done = useLoaded(() => {
    if (isEmpty) return undefined
    const job = { source, choices }
    return readInWorker(job).then(
      (table): typeof job & Omit<TableReading, 'isReading'> => ({ ...job, table }),
      (error: unknown) => ({
        ...job,
        problem: error instanceof Error ? error.message : String(error),
      }),
    )
  }, [source, choices, isEmpty])
  if (isEmpty || done === undefined) return { isReading: !isEmpty }
  return { ...done, isReading: done.source !== source || done.choices !== choices }
}

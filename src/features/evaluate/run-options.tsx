import Ellipsis from 'lucide-react/icons/ellipsis-vertical'
import type { ReactNode } from 'react'

import { microUsdFrom } from '../../../contract/money.ts'
import { changeBoard } from '../../core/evaluate/board-state.ts'
import { type Board, MAX_REPEATS } from '../../core/evaluate/board.ts'
import type { CaseFilter, CaseOrder } from '../../core/evaluate/results/cell-view.ts'
import { boards } from '../../page/evaluate.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { useMedia, WIDE_SCREEN } from '../../ui/hooks/use-media.ts'
import { usePopover } from '../../ui/overlays/popover.ts'

const FILTERS: readonly { value: CaseFilter; label: string }[] = [
  { value: 'all', label: 'All cases' },
  { value: 'failed', label: 'Failed' },
  { value: 'error', label: 'Errors' },
  { value: 'passed', label: 'Passed' },
  { value: 'done', label: 'Not checked' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'differ', label: 'Different outcomes' },
]

const ORDERS: readonly { value: CaseOrder; label: string }[] = [
  { value: 'board', label: 'Board order' },
  { value: 'failures', label: 'Most failures first' },
  { value: 'cost', label: 'Highest cost first' },
  { value: 'time', label: 'Slowest first' },
]

/** Which cases are shown, and in which order. */
export interface ShownOptions {
  filter: CaseFilter
  order: CaseOrder
}

interface RunOptionsProps {
  board: Board
  isRunning: boolean
  shown: ShownOptions
  onShow: (shown: ShownOptions) => void
  children: ReactNode
}

/** What a run does besides its requests, and what is shown of the board, behind one button. */
export function RunOptions({ board, isRunning, shown, onShow, children }: RunOptionsProps) {
  const { open, hide, buttonProps, popoverProps } = usePopover()
  const isWide = useMedia(WIDE_SCREEN)
  const name = FILTERS.find(({ value }) => value !== 'all' && value === shown.filter)?.label
  const { repeats, spendLimit, configurations } = board
  const edit = (change: Partial<Board>) => changeBoard(boards, (now) => ({ ...now, ...change }))
  const number = { type: 'number', disabled: isRunning, className: 'w-28 field' }
  return (
    <>
      <Button {...buttonProps} aria-label="Options" title="Options" className="max-md:px-1!">
        {isWide ? 'Options' : name === undefined && <Ellipsis size={14} aria-hidden />}
        {/* Cases that are left out are never missing without a word. */}
        {name !== undefined && <span className="text-accent">{name}</span>}
      </Button>
      <div
        {...popoverProps}
        role="dialog"
        aria-label="Options"
        className="float w-80 overflow-y-auto rounded-md border border-(--field-line) bg-raised p-3 text-sm shadow-float *:mb-2 *:flex *:items-center *:justify-between"
      >
        {open && (
          <>
            <div>
              <span aria-hidden>Show</span>
              <Select
                aria-label="Show"
                options={FILTERS}
                value={shown.filter}
                onChange={(filter) => onShow({ ...shown, filter })}
              />
            </div>
            <div>
              <span aria-hidden>Sort</span>
              <Select
                aria-label="Sort"
                options={ORDERS}
                value={shown.order}
                onChange={(order) => onShow({ ...shown, order })}
              />
            </div>
            <label>
              Repeats of each case
              <input
                {...number}
                min={1}
                max={MAX_REPEATS}
                value={repeats}
                onChange={({ target: { valueAsNumber: value } }) => {
                  if (Number.isInteger(value) && value >= 1 && value <= MAX_REPEATS)
                    edit({ repeats: value })
                }}
              />
            </label>
            <label>
              Spend limit of a run, $
              <input
                {...number}
                min={0}
                step="any"
                defaultValue={spendLimit === undefined ? '' : spendLimit / 1_000_000}
                placeholder="None"
                onChange={({ target: { value } }) =>
                  changeBoard(boards, ({ spendLimit: _, ...now }) => {
                    const limit = microUsdFrom(value)
                    return limit === undefined ? now : { ...now, spendLimit: limit }
                  })
                }
              />
            </label>
            <label>
              Seed of all configurations
              <input
                {...number}
                defaultValue={sharedSeed(board)}
                placeholder="None"
                onChange={({ target: { valueAsNumber: seed } }) =>
                  edit({
                    configurations: configurations.map(
                      ({ settings: { seed: _, ...rest }, ...one }) => ({
                        ...one,
                        settings: Number.isInteger(seed) ? { ...rest, seed } : rest,
                      }),
                    ),
                  })
                }
              />
            </label>
            <div
              role="presentation"
              onClickCapture={hide}
              className="mb-0! flex-wrap justify-start! gap-2"
            >
              {children}
            </div>
          </>
        )}
      </div>
    </>
  )
}

function sharedSeed({ configurations }: Board): number | undefined {
  const [seed, ...others] = new Set(configurations.map(({ settings }) => settings['seed']))
  return others.length === 0 && typeof seed === 'number' ? seed : undefined
}

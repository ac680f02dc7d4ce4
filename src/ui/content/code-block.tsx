import { CopyButton } from '../controls/copy-button.tsx'
import { cx } from '../cx.ts'

interface CodeBlockProps {
  text: string
  /** Accessible name of the scrollable area: "Request body". */
  label: string
  /** What the copy button is called, if not after the label: "Copy command". */
  copyLabel?: string
  /** Long lines break instead of scrolling sideways. */
  wrap?: boolean
  className?: string
}

/** Text as it is, in mono, with a copy button. Reached and scrolled by keyboard. */
export function CodeBlock({ text, label, copyLabel, wrap = false, className }: CodeBlockProps) {
  return (
    <div className={cx('relative rounded-md border bg-surface-0', className)}>
      <CopyButton
        text={text}
        label={copyLabel ?? `Copy ${label.toLowerCase()}`}
        className="absolute top-1 right-1 bg-surface-0"
      />
      <pre
        role="group"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
        tabIndex={0}
        className={cx(
          'overflow-auto p-3 pr-10 font-mono text-xs leading-5',
          wrap && 'wrap-anywhere whitespace-pre-wrap',
        )}
      >
        {text}
      </pre>
    </div>
  )
}

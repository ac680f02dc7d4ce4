import { type ComponentProps, useLayoutEffect, useRef } from 'react'

import { cx } from '../cx.ts'

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'ref'> {
  ref?: React.Ref<HTMLTextAreaElement>
}

/** A text field that grows with its text; limit it with a `max-h-…` class. */
export function TextArea({ className, ref, value, ...rest }: TextAreaProps) {
  const own = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const area = own.current
    if (area === null || CSS.supports('field-sizing', 'content')) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight + 2}px`
  }, [value])
  return (
    <textarea
      rows={1}
      {...rest}
      value={value}
      // The text of the field is text of the page too, for whoever saves or reads the document.
      defaultValue={value}
      ref={(area) => {
        own.current = area
        if (typeof ref === 'function') return ref(area)
        if (ref) ref.current = area
        return undefined
      }}
      className={cx(
        'field-sizing-content w-full resize-none field py-1.5 pointer-coarse:py-2.5',
        className,
      )}
    />
  )
}

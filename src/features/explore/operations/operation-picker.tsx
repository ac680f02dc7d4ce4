import type { ApiDescription, ApiOperation } from '../../../core/client/queries/openapi.ts'
import { findOperations } from '../../../core/explore/find-operations.ts'
import { Combobox } from '../../../ui/controls/combobox.tsx'

interface OperationPickerProps {
  description: ApiDescription
  chosen: ApiOperation | undefined
  onChoose: (operation: ApiOperation) => void
}

/** The operations as one field, where there is no room for a list. */
export function OperationPicker({ description, chosen, onChoose }: OperationPickerProps) {
  const { operations } = description
  return (
    <Combobox
      label="Operation"
      value={chosen?.key ?? ''}
      placeholder="Choose an operation"
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

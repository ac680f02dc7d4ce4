import type { ApiOperation, ApiParameter } from '../../../core/client/queries/openapi.ts'
import { readPath, writePath } from '../../../core/explore/draft-path.ts'
import { changeDraft } from '../../../core/explore/draft.ts'
import {
  parameterTexts,
  parameterValue,
  withParameter,
} from '../../../core/explore/parameter-value.ts'
import type { CallFault } from '../../../core/explore/read-draft.ts'
import { explore } from '../../../page/explore.ts'
import { SchemaField } from '../form/schema-field.tsx'

interface ParametersFormProps {
  operation: ApiOperation
  /** The path as written, which the fields read and change. */
  path: string
  faults: readonly CallFault[]
}

/** The parameters of an operation, in its path and in its query. */
export function ParametersForm({ operation, path, faults }: ParametersFormProps) {
  const reading = readPath(operation.path, path)
  if (operation.parameters.length === 0 || reading === undefined) return null
  return (
    <section aria-labelledby="explore-parameters" className="flex flex-col gap-2">
      <h3 id="explore-parameters" className="font-semibold">
        Parameters
      </h3>
      <div className="flex flex-col gap-3">
        {operation.parameters.map((parameter) => (
          <SchemaField
            key={`${operation.key} ${parameter.in} ${parameter.name}`}
            path={parameter.name}
            name={parameter.name}
            schema={described(parameter)}
            required={parameter.required}
            value={valueOf(parameter, parameterTexts(parameter, reading))}
            onChange={(value) =>
              changeDraft(explore, {
                path: writePath(operation.path, withParameter(reading, parameter, value)),
              })
            }
            faults={faultsOf(parameter, faults)}
          />
        ))}
      </div>
    </section>
  )
}

function described({ schema, description }: ApiParameter) {
  return description === undefined ? schema : { ...schema, description }
}

function valueOf(parameter: ApiParameter, texts: readonly string[]) {
  return texts.length === 0 ? undefined : parameterValue(parameter, texts)
}

function faultsOf({ in: place, name }: ApiParameter, faults: readonly CallFault[]) {
  return new Map(
    faults
      .filter(({ field }) => field === `${place} ${name}`)
      .map(({ message }) => [name, message] as const),
  )
}

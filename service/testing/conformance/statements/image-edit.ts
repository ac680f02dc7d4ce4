import { EDIT_FIELD_SAMPLES } from '../edit-field-samples.ts'
import { listedIn } from '../field-samples.ts'
import { from, open, stated, type Section } from '../statement.ts'

const fields = from('service/testing/conformance/fields.test.ts', 'the image edit field')
const file = 'service/app/images/image-edit.test.ts'
const answer = from(file, 'the answer')
const body = from(file, 'the body')
const price = from(file, 'the price')
const classifier = from(file, 'the sandbox’s classifier')
const failing = from(file, 'an edit that comes to nothing')
const limited = from(file, 'limits')
const sizes = from('service/app/images/image-input.test.ts', 'sizes')
const formats = from('contract/image/edit-request.test.ts')

const limits = listedIn(EDIT_FIELD_SAMPLES).map(([name, { says }]) =>
  stated(
    `\`${name}\`: ${says}.`,
    fields(
      `${name} takes what the contract allows`,
      `${name} is refused outside its limits`,
      `${name} may be absent unless it is required`,
    ),
  ),
)

export const IMAGE_EDIT: Section = {
  title: 'POST /image/edit',
  statements: [
    stated('A known key is needed, as a Bearer token.', limited('need a known key')),
    stated(
      'The body is JSON, or a form with the image as a file.',
      body(
        'is JSON or a form, and both give the same bytes',
        'as a form is validated in the same words',
      ),
    ),
    ...limits,
    stated('`image` has 65536 to 33177600 pixels.', sizes('go from the least to the most pixels')),
    stated('`image` is smaller than 25 MB.', sizes('end below 25 MB, in a form and in base64')),
    stated(
      '`image` may be an http or https address.',
      body('may name a public web address, and no other'),
    ),
    stated(
      'A model may allow a shorter prompt, which the model list tells as `promptCharacterLimit`.',
      body('is validated by the model too, and the answer names what it supports'),
      from('service/testing/conformance/effects.test.ts')(
        'edit models tell their prompt limit, shapes and prices',
      ),
    ),
    stated(
      '`model` is firered-image-edit when absent.',
      answer('is a file with its type, its name, its model, its flags, limits and balance'),
    ),
    stated(
      '`modelId` takes a fixed list of 17 ids, is deprecated, and gives way to `model`.',
      from('service/testing/conformance/limits.test.ts')('the deprecated modelId takes 17 ids'),
      body('takes all ids of the deprecated modelId, and says that it is deprecated'),
      formats('editModelOf > prefers model over modelId over the default'),
    ),
    stated(
      '`aspect_ratio` auto, and none, take the closest supported ratio of the image.',
      answer('has the shape, size and format asked for'),
      from('service/app/images/edit-plan.test.ts', 'the closest ratio')(
        'of 1920 × 1080 is 16:9',
        'is one of those that are supported',
      ),
    ),
    stated(
      'Supported ratios and resolutions vary by model.',
      body('is validated by the model too, and the answer names what it supports'),
    ),
    stated(
      '`quality` is honored by one model, where high is the default; others ignore it.',
      price('of low quality buys a smaller file, from the model that honors it'),
      from('service/testing/conformance/effects.test.ts')(
        'quality counts for one model, where it is high when absent',
      ),
    ),
    stated(
      '`output_format` is PNG for 1K and JPEG for 2K and 4K when absent.',
      answer('has the shape, size and format asked for'),
      formats('outputFormat > is PNG for 1K and JPEG for 2K and 4K unless asked otherwise'),
    ),
    stated(
      '`safe_mode` blurs adult content, and is on when absent.',
      classifier('blurs adult content in safe mode, and only then'),
    ),
    stated(
      '200 with the edited image as a file.',
      answer(
        'is a file with its type, its name, its model, its flags, limits and balance',
        'has the same bytes for the same request, and others for another prompt',
      ),
    ),
    stated(
      'Prices are in the model list under `pricing.quality`, and vary by model; without `quality` the default tier is billed.',
      price(
        'is the catalogue’s for model, resolution and quality, taken once and only for a result',
      ),
      from('service/testing/conformance/effects.test.ts')(
        'edit models tell their prompt limit, shapes and prices',
      ),
      from('service/testing/conformance/effects.test.ts')(
        'quality counts for one model, where it is high when absent',
      ),
    ),
    stated(
      'The default model blocks explicit, minor-related and violent imagery; others may differ.',
      classifier(
        'refuses by the policy of the default model, what nobody may make for every model',
      ),
    ),
    open(
      'Faults are answered as for chat: 400, 401, 402, 404, 413, 415, 422, 429, 504.',
      body('names a model that exists and edits'),
      price('must be covered before anything is done, also by many at once'),
      failing('is told as 504 at the deadline, and costs nothing'),
      limited('are those of image operations, per key'),
    ),
  ],
}

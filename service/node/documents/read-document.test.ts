import { documentTests } from '../../testing/adapters/document-tests.ts'
import { readDocument } from './read-document.ts'

documentTests('this process', () => readDocument)

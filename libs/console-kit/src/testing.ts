/** Test helpers for lists and forms, in addition to those of console-sdk. */

export { FormHost, type FormHostProps } from './testing/form-host.tsx';

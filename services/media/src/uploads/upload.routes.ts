import { mediaRecordingUpload, mediaUpload, uploadMessages, uploadUrl } from '@khmer-learning/contracts';
import { mountEndpoint, type RequestContext } from '@khmer-learning/service-kit';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { UploadContext, UploadService } from './upload.service.ts';

export function uploadRoutes(app: FastifyInstance, uploads: UploadService): void {
  mountEndpoint(app, mediaUpload, async (context) => {
    const filename = await uploads.receiveImage(context.reply.request, withSignal(context));
    return { data: { url: uploadUrl(filename), filename }, message: uploadMessages.done };
  });

  mountEndpoint(app, mediaRecordingUpload, async (context) => {
    const recording = await uploads.receiveRecording(context.reply.request, withSignal(context));
    const data = { url: uploadUrl(recording.filename), ...recording };
    return { data, message: uploadMessages.done };
  });
}

/** Adds the signal of callers who have gone. That of Fastify is aborted once the request has arrived. */
function withSignal<C extends RequestContext & { readonly reply: FastifyReply }>(
  context: C,
): C & UploadContext {
  const controller = new AbortController();
  context.reply.raw.once('close', () => controller.abort());
  return { ...context, signal: controller.signal };
}

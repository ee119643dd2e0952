import { mediaRecordingUpload, mediaUpload, uploadMessages, uploadUrl } from '@khmer-learning/contracts';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { UploadService } from './upload.service.ts';

/** Mounts `POST /api/upload` and those of recordings. */
export function uploadRoutes(app: FastifyInstance, uploads: UploadService): void {
  mountEndpoint(app, mediaUpload, async (context) => {
    const filename = await uploads.receiveImage(context.reply.request, context);
    return { data: { url: uploadUrl(filename), filename }, message: uploadMessages.done };
  });

  mountEndpoint(app, mediaRecordingUpload, async (context) => {
    const recording = await uploads.receiveRecording(context.reply.request, context);
    return {
      data: { url: uploadUrl(recording.filename), ...recording },
      message: uploadMessages.done,
    };
  });
}

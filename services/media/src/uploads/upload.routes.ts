import { mediaUpload, uploadMessages, uploadUrl } from '@khmer-learning/contracts';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { UploadService } from './upload.service.ts';

/** Mounts `POST /api/upload`. */
export function uploadRoutes(app: FastifyInstance, uploads: UploadService): void {
  mountEndpoint(app, mediaUpload, async (context) => {
    const filename = await uploads.receive(context.reply.request, context);
    return { data: { url: uploadUrl(filename), filename }, message: uploadMessages.done };
  });
}

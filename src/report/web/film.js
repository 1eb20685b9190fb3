/* Films: the animation saved as a WebM with clock and verdict, and a video of the real machine on the same time. */

const FILM_RATE = 30; /* pictures per second */
const LAST_PICTURE = 500; /* [ms] for which the last picture is recorded */
const FILM_KINDS = ["video/webm;codecs=vp8", "video/webm"]; /* the other codec takes too long for a picture in 1/30 s */
const video = { at: 0, moment: 0, name: null }; /* `at` [s] of the video is `moment` [s] of the run */

/** Films the run from its beginning to its end at the chosen speed and offers the file; a second call ends it before. */
function filmRun() {
    if (page.film) {
        stop();
        return;
    }
    const canvas = make("canvas", {}), chunks = [], mimeType = FILM_KINDS.find(kind => MediaRecorder.isTypeSupported(kind));
    page.film = canvas;
    drawFilm();
    const recorder = new MediaRecorder(canvas.captureStream(FILM_RATE), { mimeType, videoBitsPerSecond: 8e6 });
    recorder.addEventListener("dataavailable", event => chunks.push(event.data));
    recorder.addEventListener("stop", () => {
        page.film = null;
        byId("film").setAttribute("aria-pressed", "false");
        sayOfFilm("");
        saveAs(`${fileName("film")}.webm`, new Blob(chunks, { type: "video/webm" }));
    });
    page.whenStopped = () => { drawFilm(); setTimeout(() => recorder.stop(), LAST_PICTURE); };
    byId("film").setAttribute("aria-pressed", "true");
    sayOfFilm("filming; press again to end it here");
    recorder.addEventListener("start", () => { setTime(0); play(); });
    recorder.start();
}

/* the picture with verdict and clock, and the video if there is one; called with every picture */
function drawFilm() {
    const { film } = page, ratio = window.devicePixelRatio || 1, head = 26 * ratio, beside = videoIsShown() ? byId("video") : null;
    const wide = byId("canvas").width, high = byId("canvas").height, more = beside ? Math.round(high * beside.videoWidth / beside.videoHeight) : 0;
    const [width, height] = [wide + more, high + head].map(size => 2 * Math.ceil(size / 2)), pen = film.getContext("2d");
    if (film.width !== width || film.height !== height) {
        film.width = width;
        film.height = height;
    }
    pen.fillStyle = styleValue("--paper");
    pen.fillRect(0, 0, width, height);
    if (drawing.isShaded) {
        pen.drawImage(byId("surfaces"), 0, head);
    }
    pen.drawImage(byId("canvas"), 0, head);
    if (beside) {
        pen.drawImage(beside, wide, head, more, high);
    }
    pen.fillStyle = styleValue("--ink");
    pen.font = `600 ${15 * ratio}px system-ui, sans-serif`;
    pen.fillText(byId("title").textContent, 10 * ratio, 18 * ratio);
    const clock = seconds(page.time);
    pen.fillText(clock, wide - pen.measureText(clock).width - 10 * ratio, 18 * ratio);
}

function sayOfFilm(text) {
    byId("film-note").textContent = text;
}

function videoIsShown() {
    return !byId("beside").hidden;
}

/** Shows a video beside the drawing; another file is refused, and what was shown stays. */
function takeVideo(file) {
    const trial = make("video", { muted: true, preload: "auto" }), address = URL.createObjectURL(file);
    const refuse = () => {
        URL.revokeObjectURL(address);
        sayOfFilm(`${file.name} is not a video that this browser can play; WebM and MP4 are usual`);
    };
    trial.addEventListener("error", refuse);
    trial.addEventListener("loadedmetadata", () => {
        if (!(trial.videoWidth > 0) || !(trial.duration > 0)) {
            refuse();
            return;
        }
        const shown = byId("video");
        if (shown.src) { URL.revokeObjectURL(shown.src); }
        shown.src = address;
        Object.assign(video, { at: 0, moment: 0, name: file.name });
        byId("beside").hidden = false;
        byId("video-time").max = Number.isFinite(trial.duration) ? trial.duration : 3600;
        byId("align").disabled = !firstEdge();
        sayOfFilm(firstEdge() ? `${file.name}: move its slider to the moment when an edge reaches ${firstEdge().source}, and press the button` : `${file.name}: no sensor detected an edge in this run; it begins at 0 s`);
        window.dispatchEvent(new Event("resize")); /* the drawing has become narrower */
        showVideo();
    });
    trial.src = address;
}

/* the first edge that a sensor detected */
function firstEdge() {
    return first.events.find(event => event.kind === "sensor");
}

/* what the video shows now is the first sensor edge of the run */
function alignVideo() {
    const edge = firstEdge();
    video.at = Number(byId("video-time").value);
    video.moment = edge.time;
    sayOfFilm(`${video.name}: aligned at ${edge.source}, ${seconds(edge.time)}`);
    goTo(edge.time, edge);
}

/* the video at the time of the page; `slowed`: seconds of the video per second of the machine */
function showVideo() {
    const shown = byId("video"), slowed = Number(byId("slowed").value);
    if (videoIsShown() && slowed > 0) {
        const last = Number.isFinite(shown.duration) ? shown.duration : Infinity, at = Math.min(last, Math.max(0, video.at + slowed * (page.time - video.moment)));
        if (Math.abs(shown.currentTime - at) > 1e-4 && (!shown.seeking || !page.playing)) {
            shown.currentTime = at;
        }
        byId("video-time").value = at;
    }
}

function listenToFilms() {
    const able = typeof MediaRecorder === "function" && HTMLCanvasElement.prototype.captureStream && FILM_KINDS.some(kind => MediaRecorder.isTypeSupported(kind));
    byId("film").hidden = !able;
    on("film", "click", filmRun);
    on("align", "click", alignVideo);
    on("slowed", "change", showVideo);
    on("video-time", "input", event => { byId("video").currentTime = Number(event.target.value); });
    on("no-video", "click", () => { byId("beside").hidden = true; sayOfFilm(""); window.dispatchEvent(new Event("resize")); });
    on("video-file", "change", event => { if (event.target.files[0]) { takeVideo(event.target.files[0]); } });
    on("stage", "dragover", event => { event.preventDefault(); });
    on("stage", "drop", event => {
        event.preventDefault();
        if (event.dataTransfer.files[0]) { takeVideo(event.dataTransfer.files[0]); }
    });
}

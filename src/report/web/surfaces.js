/* Shaded surfaces with hidden-surface removal by WebGL, behind the canvas with lines and labels. */

const NUMBERS_A_CORNER = 10; /* position, normal, colour with opacity */

/* one light from behind the viewer; both sides of a surface are lit */
const CORNER_SHADER = `
attribute vec3 place, normal;
attribute vec4 colour;
uniform mat3 view;
uniform vec3 middle;
uniform vec3 stretch;
varying vec4 shade;
void main() {
    vec3 at = view * place - middle;
    float light = abs(dot(normalize(view * normal), vec3(0.30, 0.56, 0.77)));
    gl_Position = vec4(at.x * stretch.x, at.y * stretch.y, -at.z * stretch.z, 1.0);
    shade = vec4(colour.rgb * (length(normal) > 0.0 ? 0.45 + 0.6 * light : 1.0), colour.a);
}`;
const PIXEL_SHADER = `
precision mediump float;
varying vec4 shade;
void main() { gl_FragColor = vec4(shade.rgb * shade.a, shade.a); }`;

/** A growing buffer of vertices of triangles or lines. */
class Corners {
    constructor() {
        this.numbers = new Float32Array(1 << 14);
        this.size = 0;
    }

    get count() {
        return this.size / NUMBERS_A_CORNER;
    }

    clear() {
        this.size = 0;
    }

    add(place, normal, colour) {
        if (this.size + NUMBERS_A_CORNER > this.numbers.length) {
            const more = new Float32Array(2 * this.numbers.length);
            more.set(this.numbers);
            this.numbers = more;
        }
        const to = this.numbers, at = this.size;
        to[at] = place[0]; to[at + 1] = place[1]; to[at + 2] = place[2];
        to[at + 3] = normal[0]; to[at + 4] = normal[1]; to[at + 5] = normal[2];
        to[at + 6] = colour[0]; to[at + 7] = colour[1]; to[at + 8] = colour[2]; to[at + 9] = colour[3];
        this.size += NUMBERS_A_CORNER;
    }

    /** A quadrilateral from its corners in order; `normals` has one for each. */
    quad(places, normals, colour) {
        for (const k of [0, 1, 2, 0, 2, 3]) {
            this.add(places[k], normals[k], colour);
        }
    }

    flat(places, colour) {
        const normal = cross(minus(places[1], places[0]), minus(places[2], places[0]));
        this.quad(places, [normal, normal, normal, normal], colour);
    }

    line(a, b, colour) {
        this.add(a, NO_NORMAL, colour);
        this.add(b, NO_NORMAL, colour);
    }

    lines(places, colour, closed) {
        for (let i = closed ? 0 : 1; i < places.length; i++) {
            this.line(places[(i || places.length) - 1], places[i], colour);
        }
    }
}

const NO_NORMAL = [0, 0, 0];

/** The drawn surfaces: opaque triangles, transparent triangles, and lines. */
class Surfaces {
    constructor(canvas) {
        this.canvas = canvas;
        this.solid = new Corners();
        this.clear = new Corners();
        this.edges = new Corners();
        const gl = this.gl = canvas.getContext("webgl", { antialias: true, alpha: true, preserveDrawingBuffer: true }); /* needed for printing */
        if (gl) {
            this.begin(gl);
        }
    }

    get works() {
        return !!this.gl && !this.gl.isContextLost();
    }

    begin(gl) {
        const program = this.program = gl.createProgram();
        for (const [kind, text] of [[gl.VERTEX_SHADER, CORNER_SHADER], [gl.FRAGMENT_SHADER, PIXEL_SHADER]]) {
            const shader = gl.createShader(kind);
            gl.shaderSource(shader, text);
            gl.compileShader(shader);
            gl.attachShader(program, shader);
        }
        gl.linkProgram(program);
        gl.useProgram(program);
        gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
        [["place", 3, 0], ["normal", 3, 3], ["colour", 4, 6]].forEach(([name, size, first]) => {
            const at = gl.getAttribLocation(program, name);
            gl.enableVertexAttribArray(at);
            gl.vertexAttribPointer(at, size, gl.FLOAT, false, 4 * NUMBERS_A_CORNER, 4 * first);
        });
        gl.enable(gl.DEPTH_TEST);
        gl.depthFunc(gl.LEQUAL);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
        gl.polygonOffset(1, 1); /* edges are drawn in front of their surfaces */
    }

    resize(width, height, ratio) {
        this.canvas.width = Math.round(width * ratio);
        this.canvas.height = Math.round(height * ratio);
        this.size = [width, height];
        if (this.works) {
            this.gl.viewport(0, 0, this.canvas.width, this.canvas.height);
        }
    }

    empty() {
        [this.solid, this.clear, this.edges].forEach(corners => corners.clear());
    }

    /** `depth`: largest distance of drawn points from the machine's origin, towards the viewer and away [m]. */
    draw({ view, centre, scale, colours }, depth) {
        const gl = this.gl, paper = rgb(colours.paper);
        gl.depthMask(true); /* clearing depends on it */
        gl.clearColor(paper[0], paper[1], paper[2], 1);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
        gl.uniformMatrix3fv(gl.getUniformLocation(this.program, "view"), false, [0, 1, 2].flatMap(k => view.map(row => row[k])));
        gl.uniform3f(gl.getUniformLocation(this.program, "middle"), centre[0], centre[1], 0);
        gl.uniform3f(gl.getUniformLocation(this.program, "stretch"), 2 * scale / this.size[0], 2 * scale / this.size[1], 1 / depth);
        gl.disable(gl.BLEND);
        gl.enable(gl.POLYGON_OFFSET_FILL);
        this.put(this.solid, gl.TRIANGLES);
        gl.disable(gl.POLYGON_OFFSET_FILL);
        gl.enable(gl.BLEND);
        this.put(this.edges, gl.LINES);
        gl.depthMask(false);
        this.put(this.clear, gl.TRIANGLES);
    }

    put(corners, kind) {
        this.gl.bufferData(this.gl.ARRAY_BUFFER, corners.numbers.subarray(0, corners.size), this.gl.DYNAMIC_DRAW);
        this.gl.drawArrays(kind, 0, corners.count);
    }
}

/** [r, g, b] from 0 to 1 of "#rrggbb" or "rgb(r,g,b)". */
function rgb(colour) {
    const parts = colour.startsWith("#") ? [1, 3, 5].map(k => parseInt(colour.slice(k, k + 2), 16)) : colour.match(/\d+/g).map(Number);
    return parts.slice(0, 3).map(part => part / 255);
}
